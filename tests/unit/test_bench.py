"""The benches run: one bout of each of ours, for what they count and not for how long."""

from random import Random

import pytest

from bench.ours import thousand


@pytest.mark.parametrize("contestant", list(thousand()), ids=lambda each: each.name)
def test_a_bout_counts_something(contestant):
    done, _ = contestant.play(Random(1))

    assert done > 0
