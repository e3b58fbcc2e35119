"""Whatever happens to phones and links, in any order: each phone may do what plain sets say."""

from contextlib import closing

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from scorepad.store import Access, Dismissed, Pass, Role

OWNS = Pass(Role.OWNER)
SCORES, WATCHES = Pass(Role.SCORER, 12), Pass(Role.WATCHER, 12)
links = st.sampled_from((OWNS, Pass(Role.READER), SCORES, WATCHES, Pass(Role.SCORER, 13)))
phones = st.integers(0, 2)
steps = st.one_of(
    st.tuples(st.just("comes_in"), phones, links),
    st.tuples(st.just("renew"), links),
    st.tuples(st.sampled_from(["send_all_away", "send_away", "let_back", "forget"]), phones),
    st.tuples(st.just("play_again")),
)


class Story:
    """Does everything twice: in a real list, and in plain sets without generations."""

    def __init__(self, access):
        self.access, self.tokens = access, {}
        self.hands, self.had_13, self.away = {}, set(), set()
        self.is_13_renewed = False

    def known(self, phone):
        return self.access.phone(self.tokens[phone]) if phone in self.tokens else None

    def may(self, phone):
        return set() if phone in self.away else self.hands.get(phone, set())

    def comes_in(self, phone, link):
        token = self.tokens.get(phone)
        if link == OWNS and OWNS not in self.hands.get(phone, ()):
            self.away.discard(phone)
        if phone in self.away:
            with pytest.raises(Dismissed):
                self.access.let_in(token, *link)
        else:
            self.tokens[phone] = self.access.let_in(token, *link)
            self.hands.setdefault(phone, set()).add(link)

    def renew(self, link):
        self.access.renew(*link)
        self.is_13_renewed |= link.game == 13
        for hand in self.hands.values():
            hand.discard(link)

    def send_all_away(self, phone):
        known = self.known(phone)
        self.access.renew_all(owner=known.id if known else None)
        self.is_13_renewed = False
        self.hands = {other: {OWNS} if other == phone else set() for other in self.hands}

    def send_away(self, phone):
        if known := self.known(phone):
            self.access.dismiss(known.id)
            self.away.add(phone)

    def let_back(self, phone):
        if known := self.known(phone):
            self.access.dismiss(known.id, back=True)
            self.away.discard(phone)

    def forget(self, phone):
        if known := self.known(phone):
            self.access.forget(known.id)
            self.hands.pop(phone, None)
            for phones in (self.away, self.had_13):
                phones.discard(phone)

    def play_again(self):
        self.access.copy_passes(12, 13)
        if not self.had_13 and not self.is_13_renewed:
            for hand in self.hands.values():
                hand |= {Pass(link.role, 13) for link in hand if link.game == 12}

    def check(self):
        for phone in self.tokens:
            known = self.known(phone)
            assert (known.passes if known else set()) == self.may(phone)
        hands = self.hands.items()
        self.had_13 |= {phone for phone, hand in hands if any(link.game == 13 for link in hand)}


@given(st.lists(steps, max_size=20))
@settings(
    max_examples=25,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_whatever_happens_each_phone_may_do_what_plain_sets_say(tmp_path_factory, steps):
    with closing(Access.open(tmp_path_factory.mktemp("any") / "access.db")) as access:
        story = Story(access)
        for method, *arguments in steps:
            getattr(story, method)(*arguments)
            story.check()
