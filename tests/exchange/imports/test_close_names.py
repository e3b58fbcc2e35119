"""Close names in a file with many people: a recording matches them as its preview showed."""

HEADER = "Date,Team 1,Team 2,Points 1,Points 2\n"


def table(names):
    """Return a table of games in which everyone plays once."""
    games = zip(*[iter(names)] * 4, strict=True)
    return HEADER + "".join(f"2019-05-03,{a} & {b},{c} & {d},{at},0\n" for at, (a, b, c, d) in enumerate(games, 1))


def test_a_recording_matches_close_names_as_the_preview_showed(bring, club):
    person = club.people.add("Annabel Lee")
    names = [f"Q{number:03}" for number in range(600)]
    names[200], names[550] = "Annabell Lee", "Annabelle Lee"
    imported = bring(table(names), people={"q003": 0}, same={"q009": "Q004"})
    shown = {match.name: match.person for match in imported.preview.people}
    assert (shown["Annabell Lee"], shown["Annabelle Lee"]) == (person.id, 0)
    imported.record()
    recorded = {player.name for player in club.people.everyone()}
    assert "Annabell Lee" not in recorded
    assert "Annabelle Lee" in recorded
