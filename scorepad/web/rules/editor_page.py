"""The models of the editor's pages: a draft as a whole, and one group of its questions."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from scorepad.play.rules.catalog import OwnSet
from scorepad.play.rules.drafts import Draft, LastGame, begun_with, last_game, newer_version
from scorepad.rulebook.additions import Addition, additions
from scorepad.rulebook.compare import Contrast, compare
from scorepad.rulebook.form import Field, FormSection, Texts, form
from scorepad.rulebook.house_rules import (
    Change,
    Contradiction,
    HouseRule,
    checked,
    example,
    house_rules,
    summary,
    suspicions_of,
)
from scorepad.rulebook.questions import ABOUT, TITLES, Group
from scorepad.rules.document import value_at
from scorepad.rules.faults import RulesError
from scorepad.rules.model import RuleSet
from scorepad.store import StoreError
from scorepad.web.app.current import g
from scorepad.web.rules.shown_answers import ShownAnswer, shown_answers


class GroupLink(NamedTuple):
    """A group, with the number of differences from the parent and whether it has contradictions."""

    group: Group
    title: str
    about: str
    differences: int
    is_wrong: bool


@dataclass(frozen=True)
class EditorPage:
    """A draft: its differences, their effects, and its contradictions."""

    draft: Draft
    notice: str = ""

    @cached_property
    def _checked(self) -> tuple[RuleSet | None, tuple[Contradiction, ...]]:
        return checked(self.draft.document)

    @property
    def contradictions(self) -> tuple[Contradiction, ...]:
        return self._checked[1]

    @cached_property
    def suspicions(self) -> tuple[Contradiction, ...]:
        """Rules that can be played but are probably not intended."""
        rules = self._checked[0]
        return suspicions_of(self.draft.document, rules) if rules else ()

    @cached_property
    def house_rules(self) -> list[HouseRule]:
        return house_rules(self.draft.document, self.draft.parent_document, self.draft.parent)

    @property
    def summary(self) -> str:
        """The rules in one line, with the number of the differences that the page lists."""
        return summary(self.draft.parent, len(self.house_rules))

    @cached_property
    def last_game(self) -> LastGame | None:
        """The club's last game under these rules, None while they have contradictions."""
        rules = self._checked[0]
        return last_game(g.club.store, g.club.games, rules) if rules else None

    @property
    def example(self) -> tuple[Change, ...]:
        rules = self._checked[0]
        return example(self.draft.parent, rules) if rules else ()

    @cached_property
    def newer(self) -> OwnSet | None:
        """A version kept while this draft was being edited."""
        return newer_version(g.club.store, self.draft)

    @property
    def newer_contrasts(self) -> list[tuple[Contrast, str]]:
        """The changes of the newer version, each with this draft's own value, "" if the draft did not change it."""
        try:
            begun = begun_with(g.club.store, self.draft)
        except (RulesError, StoreError):
            return []
        rules = self._checked[0]
        mine = {contrast.label: contrast.here for contrast in _contrasts(rules, begun)} if rules else {}
        theirs = _contrasts(self.newer.rules, begun) if self.newer else []
        return [(contrast, mine.get(contrast.label, "")) for contrast in theirs]

    @property
    def has_earlier(self) -> bool:
        """Whether a step can be undone."""
        return g.club.store.rule_drafts.has_earlier(self.draft.slug)

    @property
    def groups(self) -> list[GroupLink]:
        return [
            GroupLink(
                group,
                TITLES[group],
                ABOUT[group],
                sum(rule.group is group for rule in self.house_rules),
                any(contradiction.group is group for contradiction in self.contradictions),
            )
            for group in groups_of(self.draft)
        ]


def groups_of(draft: Draft) -> list[Group]:
    """Return the groups in which a draft has questions."""
    return [group for group in Group if not draft.option or group not in (Group.NAME, Group.CHOICES)]


class ShownField(NamedTuple):
    """A question with the text of its input, its fault, and a remark if it is probably not intended."""

    asked: Field
    texts: Texts
    fault: str
    remark: str

    @property
    def text(self) -> str:
        return self.texts[0] if self.texts else ""


class ShownSection(NamedTuple):
    """A section with its inputs and the answers of a choice. It opens if something in it is wrong or differs."""

    section: FormSection
    usual: list[ShownField]
    rare: list[ShownField]
    is_open: bool
    has_open_rare: bool
    answers: list[ShownAnswer]


@dataclass(frozen=True)
class GroupPage(EditorPage):
    """The questions of one group, with the typed texts if the form had faults."""

    group: Group = Group.CARDS
    typed: Mapping[str, Texts] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return TITLES[self.group]

    @property
    def about(self) -> str:
        return ABOUT[self.group]

    @cached_property
    def _form(self) -> list[FormSection]:
        return form(self.draft.document, self.draft.parent_document, self.group)

    @property
    def sections(self) -> Iterator[ShownSection]:
        for section in self._form:
            usual = [self._shown(asked) for asked in section.usual]
            rare = [self._shown(asked) for asked in section.rare]
            answers = shown_answers(self.draft.document, section.options)
            yield ShownSection(section, usual, rare, _calls(usual) or _calls(rare), _calls(rare), answers)

    @property
    def unreadable(self) -> list[Field]:
        """The questions of this group whose text cannot be parsed."""
        return [asked for section in self._form for asked in section.fields if asked.path in self.faults]

    def _shown(self, asked: Field) -> ShownField:
        texts = self.typed.get(asked.path, asked.texts)
        fault = self.faults.get(asked.path) or self._wrong.get(asked.path, "")
        return ShownField(asked, texts, fault, self._remarks.get(asked.path, ""))

    @cached_property
    def _wrong(self) -> dict[str, str]:
        return self._beside(self.contradictions)

    @cached_property
    def _remarks(self) -> dict[str, str]:
        return self._beside(self.suspicions)

    def _beside(self, contradictions: tuple[Contradiction, ...]) -> dict[str, str]:
        """Return the messages of this group by the path of the input beside which each is shown."""
        beside: dict[str, str] = {}
        paths = [asked.path for section in self._form for asked in section.fields]
        for contradiction in contradictions:
            if path := _nearest(contradiction.path, paths):
                beside[path] = f"{beside[path]} {contradiction.message}" if path in beside else contradiction.message
        return beside

    @property
    def without_input(self) -> list[str]:
        """The contradictions of this group that belong to no input."""
        shown = " ".join(self._wrong.values())
        here = [c for c in self.contradictions if self.group in (c.group, Group.OFTEN)]
        return [contradiction.sentence for contradiction in here if contradiction.message not in shown]

    @property
    def additions(self) -> dict[str, Addition]:
        offered = additions(self.draft.document, self.group)
        return {name: addition for name, addition in offered.items() if not self.draft.option or name != "typed"}

    @property
    def answer(self) -> tuple[str, str]:
        """The choice and the answer that these rules belong to, both "" for the rules of all games."""
        draft, option = self.draft.of, self.draft.option
        if draft is None:
            return "", ""
        choice = value_at(draft.document, option.partition(".options.")[0])
        return choice["label"], value_at(draft.document, option)["label"]

    @property
    def next_group(self) -> Group | None:
        groups = groups_of(self.draft)
        later = groups[groups.index(self.group) + 1 :] if self.group in groups else []
        return later[0] if later else None

    @property
    def next_title(self) -> str:
        return TITLES[self.next_group] if self.next_group else ""


def _calls(fields: list[ShownField]) -> bool:
    """Whether one of these fields needs attention."""
    return any(shown.fault or shown.remark or shown.asked.is_yours for shown in fields)


def _nearest(path: str, paths: list[str]) -> str:
    """Return the input for a path: its own, the first below it, or the one that contains it."""
    if path in paths:
        return path
    below = next((other for other in paths if other.startswith(f"{path}.")), "")
    return below or next((other for other in paths if path.startswith(f"{other}.")), "")


def _contrasts(rules: RuleSet, begun: RuleSet) -> list[Contrast]:
    return [contrast for part in compare(rules, begun) for contrast in part.in_full]
