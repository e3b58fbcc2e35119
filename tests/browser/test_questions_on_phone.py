"""Without a connection a phone answers both questions as the server does, for thousands of random ones."""

import json
from dataclasses import replace
from random import Random

import pytest
from werkzeug.datastructures import MultiDict

from scorepad.rules import lookup, preset, slugs
from scorepad.rules.words import RANKS, LastCard
from scorepad.scoring.advice.going_out import OutQuestion, can_go_out
from scorepad.scoring.advice.opening import OpeningQuestion, can_open
from scorepad.scoring.model import Level, Meld
from scorepad.scoring.phone import MOST_NATURALS, opening_data, out_data, side_data
from scorepad.scoring.sheet import build_sheet
from scorepad.scoring.text.messages import problem_text
from scorepad.web.ask.going_out import Verdict
from scorepad.web.ask.opening import meld_rows

QUESTIONS = 40
"""For every preset and each of its numbers of players."""

ASK = """async ([verb, questions]) => {
  const script = await import(new URL("js/questions.js", document.querySelector("link[rel=icon]").href));
  return questions.map((question) => script[verb](...question));
}"""
FOOT = {"": None, "yes": True, "no": False}
LATER = ("below_minimum", "severe_penalty")
"""Problems that a phone finds, but of which it does not say the sentence."""


@pytest.fixture(scope="module")
def ask(onlooker, club):
    onlooker.goto(club)
    return lambda verb, questions: onlooker.evaluate(ASK, [verb, questions])


def _sheets(slug):
    rules = preset(slug)
    for table in rules.tables:
        for round_number in (1, 2):
            yield build_sheet(rules, table, round_number, table.decks)


def _out_question(random, sheet):
    """Return a random question of a player, and what its form has."""
    numbers = random.choice(((0, 0, 1, 1, 2, 3, 4), (4, 5, 6)))
    books = {field.name: random.choice(numbers) for field in sheet.books}
    begun = {field.name: random.choice((0, 0, 0, 1)) for field in sheet.unfinished if field.asked}
    laid, says, foot = random.choice((0, 1, 2, 4)), random.choice(("", "yes", "no")), random.choice([*FOOT])
    in_foot, concealed = random.random() < 0.8, random.random() < 0.2
    last, card = random.choice((LastCard.DISCARD, LastCard.MELD)), random.choice(("", "", "2", "joker"))
    texts = {f"books.{name}": str(number) for name, number in books.items()}
    texts |= {f"begun.{name}": str(number) for name, number in begun.items()}
    texts |= {"threes.red.laid": str(laid), "in_foot": "1" if in_foot else "", "concealed": "1" if concealed else ""}
    texts |= {"last_card": str(last), "card": card, "partner_says": says, "partner_in_foot": foot}
    question = OutQuestion(
        sheet.rules, sheet.round_number, sheet.table, sheet.decks, books, begun, in_foot, last, card, says
    )
    threes = {"red_threes_laid": laid}
    return replace(question, partner_in_foot=FOOT[foot], concealed=concealed, threes=threes), texts


def _comparable(problems):
    return sorted((p.code, p.level is Level.BLOCKER, "" if p.code in LATER else problem_text(p)) for p in problems)


@pytest.mark.parametrize("slug", slugs())
def test_a_phone_says_who_may_go_out_as_the_server_does(slug, ask):
    random = Random(slug)
    words = set()
    for sheet in _sheets(slug):
        data = json.loads(json.dumps(out_data(sheet)))
        drawn = [_out_question(random, sheet) for _ in range(QUESTIONS)]
        answers = [can_go_out(question) for question, _ in drawn]
        found = ask("outProblems", [[data, texts] for _, texts in drawn])
        verdicts = ask("outVerdict", [[problems] for problems in found])
        for (_, texts), answer, problems, verdict in zip(drawn, answers, found, verdicts, strict=True):
            ours = sorted((p["code"], bool(p.get("blocks")), p["text"]) for p in problems)
            assert ours == _comparable([*answer.blockers, *answer.warnings]), texts
            right = Verdict.of(answer)
            assert (verdict["word"], verdict["askFirst"]) == (right.word, right.ask_first), texts
            assert [p["code"] for p in verdict["against"]] == [p.code for p in right.against], texts
            words.add(right.word)
    assert len(words) > 1


def _melds(random, rows):
    """Return random melds as the form has them; most are small, as openings are."""
    drawn = random.sample(rows, random.choice((1, 1, 2, 3, 4)))
    melds = []
    for code, rank in drawn:
        naturals = 0 if rank == "joker" else random.choice((0, 1, 2, 2, 3, 3, 3, 4, 5, MOST_NATURALS))
        jokers, twos = random.choice((0, 0, 0, 1, 2)), random.choice((0, 0, 0, 1, 3))
        if naturals + jokers + twos:
            melds.append({"code": code, "naturals": naturals, "jokers": jokers, "twos": twos})
    return melds


@pytest.mark.parametrize("slug", slugs())
def test_a_phone_says_who_may_open_as_the_server_does(slug, ask):
    random, rules = Random(slug), preset(slug)
    # Ranks that may not be a meld have a row once they were typed.
    typed = MultiDict({f"{rank}.naturals": "1" for rank in RANKS})
    rows = tuple((row.code, row.rank if row.naturals else "joker") for row in meld_rows(rules, typed))
    ranks = dict(rows)
    words, known = set(), 0
    for table in rules.tables:
        premiums = [book.code for book in rules.books if book.ranks]
        for round_number, before in ((1, 0), (2, 1500), (4, -200), (3, 3400)):
            own = {"rules": rules, "table": table, "round_number": round_number, "decks": table.decks}
            lost = tuple(random.sample(premiums, min(len(premiums), random.choice((0, 0, 1)))))
            side = side_data(score_before=before, lost=lost, rows=rows, **own)
            data = opening_data(rows=rows, **own)
            # Where there is no foot, an empty hand goes out, which a phone does not judge.
            afters = ("", "", "empty") if lookup.has_foot(rules, table, round_number) else ("",)
            drawn = [(_melds(random, rows), random.choice(afters)) for _ in range(QUESTIONS // 2)]
            drawn = [(melds, after) for melds, after in drawn if melds]
            found = ask("openAnswer", [[data, side, after, melds] for melds, after in drawn])
            for (melds, after), phone in zip(drawn, found, strict=True):
                laid = tuple(
                    Meld(ranks[meld["code"]], meld["naturals"], ("joker",) * meld["jokers"] + ("2",) * meld["twos"])
                    for meld in melds
                )
                question = OpeningQuestion(rules, round_number, table, table.decks, before, laid, lost)
                answer = can_open(replace(question, hand_after=0) if after else question)
                if phone is None:
                    continue
                known += 1
                assert (phone["opens"], phone["points"]) == (answer.opens, answer.points), (melds, answer)
                assert phone["missing"] == answer.missing, (melds, answer)
                assert phone["isWaived"] == answer.waived, (melds, answer)
                ours = sorted((p["code"], p["text"]) for p in phone["problems"])
                right = [(p.code, "" if p.code in LATER else problem_text(p)) for p in answer.problems]
                assert ours == sorted(right), (melds, answer)
                words.add(answer.opens)
    # Where only sequences are melded, no meld of one rank opens.
    assert words == ({True, False} if rules.melds.sets else {False})
    assert known > len(rules.tables) * QUESTIONS
