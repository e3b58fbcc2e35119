"""Of many listeners, one is awake at a time."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Event

from scorepad.web.live.hub import MAX_AT_ONCE
from scorepad.web.live.presence import Viewer
from tests.support.waiting import PATIENCE, until


def test_one_listener_at_a_time_is_awake_and_none_is_left_asleep(hub, game, listen):
    heard, awake, listeners, is_read = Counter(), [], [], Event()

    def hear(number):
        with listen(Viewer(number, 0, True)) as listener:
            listeners.append(listener)
            while not hub.closed:
                if listener.wait(PATIENCE):
                    awake.append(sum(each.has_turn for each in listeners))
                    heard[number] += 1
                    # The thread of a phone that does not read stays busy sending.
                    if number < MAX_AT_ONCE:
                        listener.end_turn()
                        is_read.wait(PATIENCE)

    phones = range(16)
    with ThreadPoolExecutor(len(phones)) as threads, ExitStack() as at_end:
        at_end.callback(hub.close)
        at_end.callback(is_read.set)
        running = [threads.submit(hear, phone) for phone in phones]
        until(lambda: len(listeners) == len(phones))
        for _ in range(5):
            heard.clear()
            hub.notify(game)
            until(lambda: all(heard[phone] for phone in phones[MAX_AT_ONCE:]))
    assert not any(each.exception() for each in running)
    assert 0 < max(awake) <= MAX_AT_ONCE
