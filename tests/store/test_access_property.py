"""Whatever happens to phones and links, in any order: each phone may do what plain sets say."""

from contextlib import closing

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scorepad.store import Access, Dismissed, Pass, Role

OWNS = Pass(Role.OWNER)
SCORES, WATCHES = Pass(Role.SCORER, 12), Pass(Role.WATCHER, 12)
LINKS = (OWNS, Pass(Role.READER), SCORES, WATCHES, Pass(Role.SCORER, 13))
PHONES = 3
happenings = st.one_of(
    st.tuples(st.just("in"), st.integers(0, PHONES - 1), st.sampled_from(LINKS)),
    st.tuples(st.just("renew"), st.just(0), st.sampled_from(LINKS)),
    st.tuples(st.just("all"), st.integers(0, PHONES - 1), st.just(OWNS)),
    st.tuples(st.sampled_from(["away", "back", "forget"]), st.integers(0, PHONES - 1), st.just(OWNS)),
    st.tuples(st.just("again"), st.just(0), st.just(SCORES)),
)  # fmt: skip


class Plain:
    """The same in plain sets, without generations: a link made anew empties the hands of whoever has its pass."""

    def __init__(self):
        self.hands = {}
        self.had_13 = set()
        self.away = set()

    def may(self, phone):
        return set() if phone in self.away else self.hands.get(phone, set())

    def happened(self, what, phone, link):
        match what:
            case "in" if phone not in self.away:
                self.hands.setdefault(phone, set()).add(link)
                self._note()
            case "renew":
                for hand in self.hands.values():
                    hand.discard(link)
            case "all":
                known = phone in self.hands
                self.hands = {one: set() for one in self.hands}
                if known:
                    self.hands[phone] = {OWNS}
            case "away" if phone in self.hands:
                self.away.add(phone)
            case "back":
                self.away.discard(phone)
            case "forget":
                self.hands.pop(phone, None)
                self.away.discard(phone)
                self.had_13.discard(phone)
            case "again" if not self.had_13:
                for one in self.hands:
                    roles = {held.role for held in self.hands[one] if held.game == 12}
                    self.hands[one] |= {Pass(role, 13) for role in roles}
                self._note()

    def _note(self):
        self.had_13 |= {one for one, hand in self.hands.items() if any(p.game == 13 for p in hand)}


@given(st.lists(happenings, max_size=20))
@settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_whatever_happens_each_phone_may_do_what_plain_sets_say(tmp_path_factory, story):
    plain, tokens = Plain(), dict[int, str]()
    with closing(Access.open(tmp_path_factory.mktemp("any") / "access.db")) as access:
        for what, phone, link in story:
            plain.happened(what, phone, link)
            token = tokens.get(phone)
            known = access.phone(token) if token else None
            match what:
                case "in" if known and known.dismissed:
                    with pytest.raises(Dismissed):
                        access.let_in(token, *link)
                case "in":
                    tokens[phone] = access.let_in(token, *link)
                case "renew":
                    access.renew(*link)
                case "all":
                    access.renew_all(owner=known.id if known else None)
                case "away" | "back" if known:
                    access.dismiss(known.id, back=what == "back")
                case "forget" if known:
                    access.forget(known.id)
                case "again":
                    access.copy_passes(12, 13)
            for one, word in tokens.items():
                assert (
                    phone_now.passes if (phone_now := access.phone(word)) else set()
                ) == plain.may(one), (what, phone, link)
