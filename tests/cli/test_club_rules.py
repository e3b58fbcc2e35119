"""A club's own rules on the command line: added, listed, shown, compared and used for scoring."""

import pytest

from scorepad import paths
from scorepad.rules import diff, parse, preset
from scorepad.store import Club
from tests.cli.invoke import GOOD, VERBS, answers, ask, errors, run

TEXT = 'schema = 2\nname = "Our table"\nparent = "partnership"\nset = { "books.clean.points" = 700 }\n'


@pytest.fixture
def club(instance):
    """The club at home."""
    instance.mkdir()
    Club.open(instance / paths.CLUB).close()
    return instance


@pytest.fixture
def file(tmp_path):
    """A file of own rules."""
    file = tmp_path / "ours.toml"
    file.write_text(TEXT)
    return file


def test_a_file_is_added_once_and_then_a_new_version(club, file):
    assert run("rules", "add", str(file)).stdout == "Kept: Our table (our-table), version 1.\n"
    assert run("rules", "add", str(file)).stdout == "Nothing changed: Our table (our-table) is so already.\n"
    file.write_text(TEXT.replace("700", "900"))
    assert run("rules", "add", str(file)).stdout == "Kept: Our table (our-table), version 2.\n"
    first = run("rules", "list").stdout.splitlines()[1]
    about = "Partnership Hand & Foot, with rules of your own. (own rules, version 2)"
    assert " ".join(first.split()) == f"our-table Our table {about}"


def test_every_command_knows_the_slug(club, file):
    run("rules", "add", "-", stdin=TEXT)
    lines = run("rules", "show", "our-table").stdout.splitlines()
    assert next(line.split() for line in lines if "clean.points" in line)[1:] == ["700", "(your", "table)"]
    assert "A red book: 700 here, 500 there." in run("rules", "diff", "our-table", "partnership").stdout
    text = run("rules", "show", "our-table", "--toml").stdout
    assert diff(parse(text, preset), parse(TEXT, preset)) == ()
    for verb in VERBS:
        assert answers(ask(verb, "our-table", GOOD[verb]))
    teams = [{"books": {"clean": 1}}, {}]
    (answer,) = answers(ask("score", "our-table", {**GOOD["score"], "teams": teams}))
    assert (answer["rules"], answer["teams"][0]["base"]) == ("our-table", 700)


def test_a_club_of_a_host_of_many_has_its_own(club, file):
    run("club", "new", "thursday")
    run("rules", "add", str(file), "--club", "thursday")
    assert "our-table" in run("rules", "list", "--club", "thursday").stdout
    assert "our-table" not in run("rules", "list").stdout
    assert answers(ask("score", "our-table", GOOD["score"], "--club", "thursday"))
    (fault,) = errors(ask("score", "our-table", GOOD["score"]))
    assert fault.startswith("This club has no rule set “our-table”.")


def test_files_of_the_folder_are_listed_with_their_faults(club):
    (club / paths.RULES).mkdir()
    (club / paths.RULES / "bad.toml").write_text(TEXT + "remove = 1")
    (club / paths.RULES / "good.toml").write_text(TEXT)
    lines = run("rules", "list").stdout.splitlines()
    assert "Line 5: remove" in lines[1]
    assert lines[2].endswith("with rules of your own. (file)")
    assert answers(ask("score", "our-table", GOOD["score"]))


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (("rules", "add", "-"), TEXT + "remove = 1", "-, line 5: remove: "),
        (("rules", "add", "-"), "name = ", "is not TOML"),
        (("rules", "add", "gone.toml"), None, "gone.toml cannot be read"),
        (("rules", "add", "."), None, ". cannot be read"),
        (("rules", "add", "-"), TEXT.replace("partnership", "later"), "This club has no rule set “later”."),
        (("rules", "add", "-", "--club", "friday"), TEXT, "There is no club called friday here."),
        (("rules", "list", "--club", "../x"), None, "A club's name has at most 40"),
        (("rules", "show", "later"), None, "This club has no rule set “later”."),
    ],
)
def test_what_cannot_be_done_says_why(club, arguments, stdin, words):
    assert words in " ".join(errors(run(*arguments, stdin=stdin)))


def test_without_a_club_nothing_is_made(instance, file):
    assert "There is no club" in errors(run("rules", "add", str(file)))[0]
    (instance / paths.CLUB).unlink(missing_ok=True)
    assert "partnership" in run("rules", "list").stdout
    assert errors(run("rules", "show", "our-table"))[0].startswith("“our-table” is neither")
    assert not (instance / paths.CLUB).exists()
