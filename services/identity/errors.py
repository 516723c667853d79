"""Why the identity service refuses.

Refusal
  + BadRequest          cannot be read
  + AccountNotFound     there is no such account
  + AccountRevoked      the token was made void before its time
  + TooManyGuests       from one address
  + SecretRefused       not the secret of this platform
  + ServiceRefreshed    a service asks with the secret, not with its token
"""

from thousand_engine import Refusal


class BadRequest(Refusal):
    """A request that means nothing here."""


class AccountNotFound(Refusal):
    """No account with this id is stored."""

    def __init__(self, account: str) -> None:
        super().__init__("ACCOUNT_NOT_FOUND", "there is no such account", account=account)


class AccountRevoked(Refusal):
    """What this replica has not yet heard of, the store knows."""

    def __init__(self) -> None:
        super().__init__("TOKEN_REVOKED", "the token was revoked")


class TooManyGuests(Refusal):
    """As many came from one address as may come for now; ``retry_after`` is in seconds."""

    def __init__(self, retry_after: float) -> None:
        super().__init__("TOO_MANY_GUESTS", "too many guests came from this address; try later")
        self.retry_after = retry_after


class SecretRefused(Refusal):
    """Whoever asks does not belong to this platform."""

    def __init__(self) -> None:
        super().__init__("BAD_SECRET", "this is not the platform's bootstrap secret")


class ServiceRefreshed(Refusal):
    """A token that outlived a change of the secret would make the change useless."""

    def __init__(self) -> None:
        super().__init__("SECRET_NEEDED", "a service asks for its next token with the secret")
