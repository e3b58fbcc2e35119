"""Texts that no page may accept as a number."""

NO_COUNTS = [
    "abc", "-1", "1.5", "٣", "９", "²", "100", "1,0", "1+1", "\x00", "9" * 400, "0" * 5000 + "100",
]  # fmt: skip
"""None of these is a whole number from 0 to 99 in plain digits."""

NO_POINTS = [
    "abc", "4l0", "-5", "1.5", "12,34", "1,2345", "120++85", "120-85", "2*60", "٤١٠", "４１０", "Ⅳ", "²", "NaN", "1e3",
    "0x10", "1_000", "<b>1</b>", "1000000", "9" * 400, "0" * 5000, "1+" * 150, "4\x0010", "\ufffd",
]  # fmt: skip
"""None of these is a sum of whole numbers of at most 999,999."""
