"""Our own server gets one more request when a stream begins."""

from contextlib import closing

from scorepad.serving import nudge
from scorepad.serving.serve import bind
from tests.support.waiting import PATIENCE


def test_each_ring_sends_a_request_once_the_one_before_was_answered():
    with bind(0) as listener:
        listener.listen()
        listener.settimeout(PATIENCE)
        port = listener.getsockname()[1]
        ours = nudge.Nudge(port)
        for _ in range(2):
            ours.wake()
            client, _ = listener.accept()
            with closing(client):
                assert client.recv(4096).decode() == nudge.OPTIONS.format(address=f"127.0.0.1:{port}")
                client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")


def test_a_port_where_no_server_listens_does_not_answer():
    with bind(0) as listener:
        port = listener.getsockname()[1]
        assert not nudge.answers(port)
