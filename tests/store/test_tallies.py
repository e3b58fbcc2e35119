"""Two people who tap the same tally may have counted one book, or two: they are asked."""


def tally(n):
    return {"as": "tally", "n": n}


def test_two_phones_that_both_tap_from_two_to_three_are_asked(club, entry):
    (two,) = club.record([entry(tally(2))])
    ann, bob = club.record([entry(tally(3), base=two.seq), entry(tally(3), base=two.seq)])
    assert (ann.status, bob.status) == ("applied", "conflict")
    assert bob.current == ann.current


def test_two_first_taps_are_asked_too(club, entry):
    answers = club.record([entry(tally(1)), entry(tally(1))])
    assert [answer.status for answer in answers] == ["applied", "conflict"]


def test_a_tally_that_saw_the_last_one_is_applied(club, entry):
    (two,) = club.record([entry(tally(2))])
    assert club.record([entry(tally(2), base=two.seq)])[0].status == "applied"


def test_equal_points_are_just_the_same(club, entry):
    points = {"as": "points", "typed": "120"}
    answers = club.record([entry(points), entry(points)])
    assert [answer.status for answer in answers] == ["applied", "same"]
