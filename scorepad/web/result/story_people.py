"""The people in a game's story: who sat in which seat from which round, and who kept score of which rounds."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from scorepad.play.game import LoadedGame, finisher_program, stand_ins, team_names
from scorepad.scoring.game.course import Phase, seats_of
from scorepad.scoring.text.explain import join_words
from scorepad.web.app.current import g
from scorepad.web.people.people_view import Competitor, PeopleView, people_view
from scorepad.web.result.corrections import Scorer


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player in a seat from round `start` on, 0 from the beginning. `address` is the URL of their page, if any."""

    name: str
    start: int
    address: str | None = None


@dataclass(frozen=True, slots=True)
class SeatHistory:
    """A seat and everyone who sat there, in turn."""

    number: int
    players: tuple[SeatedPlayer, ...]


@dataclass(frozen=True, slots=True)
class TeamHistory:
    """A team and its seats."""

    name: str
    seats: tuple[SeatHistory, ...]


@dataclass(frozen=True, slots=True)
class ScorerSummary:
    """A scorer ("" if unknown), their rounds, and how many entries came from their phones."""

    name: str
    rounds: str
    entries: int


def stand_in_sentences(loaded: LoadedGame) -> tuple[str, ...]:
    """Return who played which rounds in someone else's seat, in sentences."""
    if len(loaded.agreement.seating) == 1:
        return ()
    names = loaded.names
    return tuple(
        f"{names.get(player, 'Someone')} played {rounds_text(rounds)} in {names.get(owner, 'someone')}’s seat."
        for player, owner, rounds in stand_ins(loaded.record)
    )


def program_sentences(loaded: LoadedGame) -> tuple[str, ...]:
    """Return which rounds programs finished, in sentences."""
    rounds: dict[str, list[int]] = {}
    programs = g.club.access.tokens.names()
    for round_number in range(1, loaded.record.course.counted + 1):
        rounds.setdefault(finisher_program(loaded, round_number, programs), []).append(round_number)
    return tuple(f"The program “{name}” finished {rounds_text(numbers)}." for name, numbers in rounds.items() if name)


def team_histories(loaded: LoadedGame) -> list[TeamHistory]:
    """Return who sat where, team by team."""
    agreed, people = loaded.agreement, people_view()
    return [
        TeamHistory(
            name, tuple(SeatHistory(seat, _players(loaded, seat, people)) for seat in seats_of(team, agreed.table))
        )
        for team, name in enumerate(team_names(loaded.record, loaded.names), start=1)
    ]


def _players(loaded: LoadedGame, seat: int, people: PeopleView) -> tuple[SeatedPlayer, ...]:
    players: list[SeatedPlayer] = []
    course = loaded.record.course
    for seating in loaded.agreement.seating:
        if course.phase is Phase.OVER and seating.start > course.counted:
            break
        name = loaded.seat_name(seat, seating.start)
        if not players or players[-1].name != name:
            address = people.team([seating.players[seat - 1]]).address
            players.append(SeatedPlayer(name, seating.start, address))
    return tuple(players)


def players_with_pages(loaded: LoadedGame) -> list[Competitor]:
    """Return the players of a game who have a page, by seat, substitutes last."""
    people = people_view()
    players = dict.fromkeys(p for seating in loaded.agreement.seating for p in seating.players)
    competitors = [people.team([player]) for player in players]
    return [competitor for competitor in competitors if competitor.address]


def summarize_scorers(
    scorers: Mapping[Scorer, Mapping[int, int]], names: Mapping[Scorer, str], rounds: Collection[int]
) -> list[ScorerSummary]:
    """Return who recorded these rounds, most entries first, unknown scorers last.

    `scorers` has the number of entries by scorer and round.
    """
    by_name: dict[str, dict[int, int]] = {}
    for scorer, entries in scorers.items():
        # Two ids with the same name are usually the same person.
        by_round = by_name.setdefault(names.get(scorer, ""), {})
        for round_number in entries.keys() & rounds:
            by_round[round_number] = by_round.get(round_number, 0) + entries[round_number]
    summaries = [
        ScorerSummary(name, rounds_text(by_round), sum(by_round.values()))
        for name, by_round in by_name.items()
        if by_round
    ]
    return sorted(summaries, key=lambda summary: (not summary.name, -summary.entries, summary.name))


def rounds_text(numbers: Collection[int]) -> str:
    """Return rounds in words: "round 2", "rounds 1 to 3 and 5"."""
    runs: list[list[int]] = []
    for round_number in sorted(numbers):
        if runs and round_number == runs[-1][-1] + 1:
            runs[-1].append(round_number)
        else:
            runs.append([round_number])
    words = [word for run in runs for word in _run_words(run)]
    return f"round{'s' if len(numbers) > 1 else ''} {join_words(words)}"


def _run_words(run: list[int]) -> list[str]:
    return [f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(number) for number in run]
