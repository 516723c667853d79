import thousand_log


def test_all_public_names_exist_and_are_in_order():
    assert thousand_log.__all__ == sorted(thousand_log.__all__)
    assert all(hasattr(thousand_log, name) for name in thousand_log.__all__)
