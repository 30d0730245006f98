"""Sends SIGKILL under load: afterwards every action that was answered 303 is kept, and at most one more, in flight.

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
from session import Gone, Session, Wrong

THREADS = 8
SHOWN = 10


class Visitor:
    """The sessions of one thread, and the errors found in them."""

    def __init__(self, number: int, seed: int):
        self.number, self.random = number, random.Random(f"{seed}/{number}")
        self.sessions: list[Session] = []
        self.begun = 0
        self.wrong: list[str] = []

    def begin(self, port: int) -> None:
        self.begun += 1
        # Every other session is a script that reads Siren.
        session = Session(f"Ida {self.number}-{self.begun}", self.random, reads_html=self.begun % 2 == 0)
        self.sessions.append(session)
        session.begin(port)

    def act(self, port: int) -> None:
        """Performs actions until the server is gone."""
        try:
            while len(self.sessions) < 2 or self.random.random() < 0.2:
                self.begin(port)
            while True:
                # Use only the last four sessions, so that the others must be loaded from the disk.
                session = self.random.choice(self.sessions[-4:])
                session.sign_in(port) if session.is_at_door else session.act(port)
        except Gone:
            pass
        except Wrong as error:
            self.wrong.append(f"while the server ran: {error}")

    def look(self, port: int) -> None:
        """Checks that all acknowledged actions are kept."""
        for session in self.sessions:
            try:
                session.look(port)
            except (Wrong, Gone) as error:
                self.wrong.append(f"{session.name}: {error}")
                session.forget()
        self.sessions = [session for session in self.sessions if not session.is_forgotten]


def kill(server: Server, visitors: list[Visitor], kills: int, seconds: float, moments: random.Random) -> int:
    """Kills the server `kills` times, or fewer if the time is over. - Returns: the number of kills."""
    deadline = time.monotonic() + seconds
    with concurrent.futures.ThreadPoolExecutor(len(visitors)) as pool:
        for done in range(kills):
            if time.monotonic() > deadline:
                return done
            acting = [pool.submit(visitor.act, server.port) for visitor in visitors]
            time.sleep(moments.uniform(0.02, 0.3))
            assert server.is_running, f"the server ended by itself: {server.lines[-1:]}"
            server.kill()
            for future in acting:
                future.result()
            server.start()
            list(pool.map(lambda visitor: visitor.look(server.port), visitors))
    return kills


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("cairn", type=pathlib.Path)
    arguments.add_argument("--kills", type=int, default=50)
    arguments.add_argument("--seconds", type=float, default=50, help="the most that it may take")
    arguments.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    given = arguments.parse_args()
    visitors = [Visitor(number, given.seed) for number in range(THREADS)]
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        server = Server(given.cairn.resolve(), place, "--access-log=off", f"--state={place / 'state'}")
        try:
            done = kill(server, visitors, given.kills, given.seconds, random.Random(given.seed))
            server.stop()
        finally:
            if server.is_running:
                server.kill()
    wrong = [line for visitor in visitors for line in visitor.wrong]
    for line in wrong[:SHOWN]:
        print(f"FAILED {line}")
    counted = Session.counted
    kills = f"{done} kills" if done == given.kills else f"only {done} of {given.kills} kills in {given.seconds:g} s"
    print(
        f"{kills}, {counted['answered']} actions of {counted['sessions']} sessions answered, "
        f"{counted['looked']} versions looked for, {len(wrong)} lost or wrong; of {counted['cut']} actions in flight "
        f"{counted['landed']} were there; {time.monotonic() - began:.0f} s, seed {given.seed}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
