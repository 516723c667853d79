"""The bed marriage: queen and jack of a suit count half a marriage (RULES B7.62)."""

from thousand_engine.options import switch

OPTIONS = (
    switch(
        62, "bed_marriage", "queen and jack declared score half a marriage", "off", played=False
    ),
)
