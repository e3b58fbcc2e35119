"""Cells of other programs with one person or several: the club, the row and the file decide, or a person is asked."""

import pytest

from tests.exchange.imports.test_spreadsheets import workbook

HEADER = "Date;Team 1;Team 2;Points 1;Points 2\n"
SMITH, LEE = "Smith, John", "Lee, Kim"


def table(*teams):
    return HEADER + "".join(f"2024-12-{at:02};{one};{other};1;2\n" for at, (one, other) in enumerate(teams, start=1))


def teams(imported):
    assert imported.problems == []
    return [game[2] for game in imported.games]


def test_nothing_decides_so_it_is_asked_and_the_answer_is_for_the_whole_file(bring):
    text = table((SMITH, LEE), ("Roe, Jo", LEE))
    asked = bring(text, rules="two-handed")
    assert asked.preview.name_question == (2, SMITH)
    assert not asked.preview.is_ready(asked.decisions)
    with pytest.raises(ValueError, match="“Smith, John” is one person or several"):
        bring(text).record()
    several = bring(text, names_apart=True)
    assert teams(several)[0] == (("Smith", "John"), ("Lee", "Kim"))
    one = bring(text, rules="two-handed", names_apart=False)
    assert teams(one) == [((SMITH,), (LEE,)), (("Roe, Jo",), (LEE,))]
    assert one.preview.is_ready(one.decisions)
    assert one.record().people == 3


def test_people_of_the_club_are_known(bring, club):
    club.people.add(SMITH)
    known = bring(table((SMITH, LEE)), rules="two-handed")
    assert (teams(known), known.preview.name_question) == ([((SMITH,), (LEE,))], None)
    for name in ("Ann", "Bob", "Cleo", "Dora"):
        club.people.add(name)
    known = bring(table(("Ann, Bob", "Dora, Cleo")))
    assert (teams(known), known.preview.name_question) == ([(("Ann", "Bob"), ("Dora", "Cleo"))], None)


def test_someone_whose_name_joins_two_others_is_one_person(bring, club):
    for name in ("Kim and Co", "Lee/Roe"):
        club.people.add(name)
    assert teams(bring(table(("kim and co", "Lee/Roe")), rules="two-handed")) == [(("kim and co",), ("Lee/Roe",))]
    assert teams(bring(table(("Kim and Co", "Ann")), rules="two-handed")) == [(("Kim and Co",), ("Ann",))]
    assert teams(bring(table(("Kim and Co", "Ann & Bob")))) == [(("Kim", "Co"), ("Ann", "Bob"))]


def test_a_name_that_joins_two_people_of_the_club_is_asked(bring, club):
    for name in ("Ann & Bob", "Ann", "Bob", "Cleo & Dora", "Cleo", "Dora"):
        club.people.add(name)
    text = table(("Ann & Bob", "Cleo & Dora"))
    assert bring(text).preview.name_question == (2, "Ann & Bob")
    assert teams(bring(text, names_apart=True)) == [(("Ann", "Bob"), ("Cleo", "Dora"))]
    assert teams(bring(text, names_apart=False, rules="two-handed")) == [(("Ann & Bob",), ("Cleo & Dora",))]


@pytest.mark.parametrize(
    ("clear", "expected"),
    [
        (("Ann, Bob", "Cleo & Dora"), ("Smith", "John")),
        ((f"{SMITH} & Ann", "Bob & Cleo"), (SMITH,)),
        (("Roe, Jo", "Ann"), (SMITH,)),
        (("Smith & Lee", "John & Kim"), ("Smith", "John")),
        ((f'"""{SMITH}"""', "Ann"), (SMITH,)),
    ],
)
def test_another_row_of_the_file_decides(bring, clear, expected):
    rules = "partnership" if len(expected) == 2 else "two-handed"
    imported = bring(table((SMITH, LEE), clear), rules=rules, leave_out=True)
    assert imported.preview.name_question is None
    assert imported.games[0][2][0] == expected


def test_rows_that_differ_are_each_read_as_only_they_can_be(bring):
    text = table(("Ann, Bob", "Cleo & Dora"), (f"{SMITH} & Ann", "Bob & Cleo"), ("Roe, Jo", "Poe, Al"))
    imported = bring(text)
    assert imported.preview.name_question == (4, "Roe, Jo")
    assert teams(imported)[:2] == [(("Ann", "Bob"), ("Cleo", "Dora")), ((SMITH, "Ann"), ("Bob", "Cleo"))]


def test_people_with_a_column_each_may_have_commas(bring):
    rows = [("Date", "Team 1", None, "Team 2", None, "Score"), ("2024-12-24", SMITH, "Ann", LEE, "Bob", "1:2")]
    assert teams(bring(workbook(*rows))) == [((SMITH, "Ann"), (LEE, "Bob"))]


def test_exports_of_older_versions_are_read_or_asked(bring):
    """They had no quotation marks."""
    text = "Date,Game,Round,Rules,Team 1,Team 2,Points 1,Points 2,Winner\n"
    text += f'2024-12-24,1,,,"{SMITH} & {LEE}",Ann & Bob,2,1,"{SMITH} & {LEE}"\n'
    assert teams(bring(text)) == [((SMITH, LEE), ("Ann", "Bob"))]
    asked = bring(text.replace("Ann & Bob", '"Roe, Jo & Poe, Al"'))
    assert asked.preview.name_question == (2, f"{SMITH} & {LEE}")
