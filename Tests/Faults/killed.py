"""Sends SIGKILL under load: every acknowledged action is kept, and of the actions in flight at most one.

    killed.py CAIRN [--kills N] [--seconds N] [--seed N]

Starts CAIRN with a state directory, kills it at random moments while visitors act, restarts it and checks their state.
After a kill the system still writes the data that it has accepted; the store's own tests cover power failures.
"""

import argparse
import concurrent.futures
import pathlib
import random
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Browser"))
from server import Server
from session import ServerGone, Session, UnexpectedResponse

THREADS = 8
MAX_PRINTED_ERRORS = 10


class Visitor:
    """The sessions of one thread, and the errors found in them."""

    def __init__(self, number: int, seed: int):
        self.number, self.random = number, random.Random(f"{seed}/{number}")
        self.sessions: list[Session] = []
        self.session_count = 0
        self.errors: list[str] = []

    def start_session(self, port: int) -> None:
        self.session_count += 1
        # Every other session is a script that requests Siren.
        session = Session(
            f"Ida {self.number}-{self.session_count}", self.random, reads_html=self.session_count % 2 == 0)
        self.sessions.append(session)
        session.start_session(port)

    def act(self, port: int) -> None:
        """Performs actions until the server is killed."""
        try:
            while len(self.sessions) < 2 or self.random.random() < 0.2:
                self.start_session(port)
            while True:
                # Use only the last four sessions, so that the others must be loaded from the disk.
                session = self.random.choice(self.sessions[-4:])
                session.sign_in(port) if session.is_signing_in else session.act(port)
        except ServerGone:
            pass
        except UnexpectedResponse as error:
            self.errors.append(f"while the server ran: {error}")

    def verify(self, port: int) -> None:
        """Checks that all acknowledged actions are kept."""
        for session in self.sessions:
            try:
                session.verify(port)
            except (UnexpectedResponse, ServerGone) as error:
                self.errors.append(f"{session.name}: {error}")
                session.reset()
        self.sessions = [session for session in self.sessions if not session.is_reset]


def kill(server: Server, visitors: list[Visitor], kills: int, seconds: float, rng: random.Random) -> int:
    """Kills the server `kills` times, or fewer if the time limit is reached. - Returns: the number of kills."""
    deadline = time.monotonic() + seconds
    with concurrent.futures.ThreadPoolExecutor(len(visitors)) as pool:
        for kill_count in range(kills):
            if time.monotonic() > deadline:
                return kill_count
            actions = [pool.submit(visitor.act, server.port) for visitor in visitors]
            time.sleep(rng.uniform(0.02, 0.3))
            assert server.is_running, f"the server exited before the kill: {server.lines[-1:]}"
            server.kill()
            for future in actions:
                future.result()
            server.start()
            list(pool.map(lambda visitor: visitor.verify(server.port), visitors))
    return kills


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn", type=pathlib.Path)
    arguments.add_argument("--kills", type=int, default=50)
    arguments.add_argument("--seconds", type=float, default=50, help="the time limit for all kills")
    arguments.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    options = arguments.parse_args()
    visitors = [Visitor(number, options.seed) for number in range(THREADS)]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        directory = pathlib.Path(folder)
        server = Server(options.cairn.resolve(), directory, "--access-log=off", f"--state={directory / 'state'}")
        try:
            kill_count = kill(server, visitors, options.kills, options.seconds, random.Random(options.seed))
            server.stop()
        finally:
            if server.is_running:
                server.kill()
    errors = [line for visitor in visitors for line in visitor.errors]
    for line in errors[:MAX_PRINTED_ERRORS]:
        print(f"FAILED {line}")
    counts = Session.counts
    kills = (
        f"{kill_count} kills" if kill_count == options.kills
        else f"only {kill_count} of {options.kills} kills in {options.seconds:g} s")
    print(
        f"{kills}, {counts['acknowledged']} actions of {counts['sessions']} sessions acknowledged, "
        f"{counts['checked']} versions checked, {len(errors)} errors; {counts['performed']} of {counts['in flight']} "
        f"actions in flight performed; {time.monotonic() - began:.0f} s, seed {options.seed}")
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
