"""Memory, calls, processor time and octets of the library on one server."""

from resp import Server
from store import LIFE, following, identifier, install, key, revision

TOKEN = b"tokentok"


def begin_and_commit(name, known, expected, element, kind="A"):
    return [("FCALL", "cairn1_begin", 1, name, known, b"nodenode", TOKEN, 5000),
            ("FCALL", "cairn1_commit", 1, name, TOKEN, expected, kind, 0, LIFE, element)]


def run(connection, commands, batch=1000):
    """Runs pairs of begin and commit; all commits must be done."""
    for start in range(0, len(commands), batch):
        replies = connection.many(commands[start:start + batch])
        assert all(reply == 1 for reply in replies[1::2]), replies[:4]


def memory(binary, port, say, sizes, label, prefix="cairn:", sessions=100_000):
    server = Server(binary, port)
    loader = server.connect()
    install(loader)
    loader.call("PING", "x" * 100_000)
    before = int(loader.info("memory")["used_memory"])
    names = []
    for start in range(0, sessions, 500):
        commands = []
        for number in range(start, start + 500):
            names.append(key(number.to_bytes(16, "big")[::-1], prefix))
            element = following(b"") + b"x" * sizes[number % len(sizes)]
            commands += begin_and_commit(names[-1], b"", b"", element, "R")
        run(loader, commands)
    loader.close()
    connection = server.connect()
    after = int(connection.info("memory")["used_memory"])
    usage = sum(connection.many([("MEMORY", "USAGE", name) for name in names[:1000]])) / 1000
    each = (after - before) / sessions
    resident = int(connection.info("memory")["used_memory_rss"]) / sessions
    say(f"  {label}: {each:.0f} B a session (INFO used_memory), MEMORY USAGE {usage:.0f}, resident {resident:.0f}, "
        f"{connection.call('OBJECT', 'ENCODING', names[0]).decode()}, key of {len(names[0])} octets")
    server.stop()
    return each


def logs(binary, port, say):
    """The memory of a log of 50 changes of 150 octets after a checkpoint of 300."""
    server = Server(binary, port)
    connection = server.connect()
    install(connection)
    before, count = int(connection.info("memory")["used_memory"]), 2000
    for number in range(51):
        commands = []
        for session in range(count):
            name = key(session.to_bytes(16, "big")[::-1])
            expected = revision(number, 7) if number else b""
            element = revision(number + 1, 7) + b"x" * (150 if number else 300)
            commands += begin_and_commit(name, expected, expected, element, "A" if number else "R")
        run(connection, commands)
    each = (int(connection.info("memory")["used_memory"]) - before) / count
    say(f"  a checkpoint of 300 B and 50 changes of 150 B: {each:.0f} B")
    server.stop()


def calls(binary, port, say):
    server = Server(binary, port, "--appendonly", "yes", "--appendfsync", "no")
    connection = server.connect()
    install(connection)
    count = 1000
    names = [key(identifier()) for _ in range(count)]

    def measured(label, commands):
        size = int(connection.info("persistence")["aof_current_size"])
        connection.call("CONFIG", "RESETSTAT")
        replies = [reply for start in range(0, len(commands), 500)
                   for reply in connection.many(commands[start:start + 500])]
        stats = connection.statistics()
        stats.pop("config", None)
        stats.pop("info", None)
        stats.pop("config|resetstat", None)
        outside = sum(number for name, (number, _) in stats.items() if name.startswith("fcall")) / count
        inside = ", ".join(f"{name} {number / count:g}" for name, (number, _) in sorted(stats.items())
                           if not name.startswith("fcall"))
        written = (int(connection.info("persistence")["aof_current_size"]) - size) / count
        sent = sum(len(connection.encoded(command)) for command in commands) / count
        say(f"  {label}: {outside:g} calls, {sent:.0f} B sent, {written:.0f} B replicated; inside: {inside}")
        return replies

    first, second, third = (revision(number, 7) for number in (1, 2, 3))
    change = b"x" * 100
    flat = lambda pairs: [command for pair in pairs for command in pair]
    measured("first POST of a session", flat(begin_and_commit(n, b"", b"", first + b"x" * 300, "R") for n in names))
    measured("GET, unchanged", [("FCALL_RO", "cairn1_load", 1, n, first) for n in names])
    measured("GET, no copy", [("FCALL_RO", "cairn1_load", 1, n, b"") for n in names])
    measured("POST, copy current, change of 100 B", flat(begin_and_commit(n, first, first, second + change)
                                                         for n in names))
    measured("POST, copy one change behind", flat(begin_and_commit(n, first, second, third + change) for n in names))
    measured("POST, refused (begin and release)", flat(
        [("FCALL", "cairn1_begin", 1, n, third, b"nodenode", TOKEN, 5000), ("FCALL", "cairn1_release", 1, n, TOKEN)]
        for n in names))
    measured("touch", [("FCALL", "cairn1_touch", 1, n, LIFE) for n in names])
    statistics = connection.call("FUNCTION", "STATS")
    say(f"  FUNCTION STATS: {statistics}")
    server.stop()


def median(values):
    return sorted(values)[len(values) // 2]


def times(binary, port, say, sessions=2000, batch=50):
    """Microseconds of the server for begin and commit, by the length of the log; batches of all lengths alternate."""
    server = Server(binary, port)
    connection = server.connect()
    install(connection)
    lengths = (1, 30, 64)
    names = {length: [key(identifier()) for _ in range(sessions)] for length in lengths}
    for length in lengths:
        for number in range(length):
            expected = revision(number, 7) if number else b""
            element = revision(number + 1, 7) + b"x" * (150 if number else 300)
            run(connection, [command for name in names[length] for command in begin_and_commit(
                name, expected, expected, element, "A" if number else "R")])

    def measured(commands, batch_size):
        connection.call("CONFIG", "RESETSTAT")
        before = server.cpu()
        replies = connection.many(commands)
        processor = (server.cpu() - before) * 1e6 / batch_size
        stats = connection.statistics()
        elapsed = sum(usec for name, (_, usec) in stats.items() if name.startswith("fcall"))
        return elapsed / batch_size, processor, replies

    result = {}
    for label, behind in (("load, unchanged", 0), ("load, 1 behind", 1), ("load, 20 behind", 20),
                          ("load, not in the log", -1)):
        values = {length: [] for length in lengths}
        for start in range(0, sessions, batch):
            for length in lengths:
                known = b"\0\0\0\0\1other"[:5] + b"salt" if behind < 0 else revision(max(length - behind, 1), 7)
                commands = [("FCALL_RO", "cairn1_load", 1, name, known) for name in names[length][start:start + batch]]
                values[length].append(measured(commands, batch)[0])
        result[label] = {length: median(values[length]) for length in lengths}
        say(f"  {label}: " + ", ".join(f"{length} elements {median(values[length]):.1f} us" for length in lengths))
    best, processor = {length: [] for length in lengths}, {length: [] for length in lengths}
    for start in range(0, sessions, batch):
        for length in lengths:
            newest = revision(length, 7)
            commands = [command for name in names[length][start:start + batch] for command in begin_and_commit(
                name, newest, newest, revision(length + 1, 7) + b"x" * 150)]
            elapsed, cpu, replies = measured(commands, batch)
            assert all(reply == 1 for reply in replies), replies[:4]
            best[length].append(elapsed)
            processor[length].append(cpu)
    for length in lengths:
        say(f"  begin and commit, {length} elements: {median(best[length]):.1f} us in commands "
            f"(minimum {min(best[length]):.1f}), {median(processor[length]):.1f} us of the process with its sockets")
    quotient = median(best[64]) / median(best[1])
    say(f"  64 elements / 1 element: {quotient:.2f}")
    server.stop()
    return quotient


def all_figures(binary, port, say):
    exact = memory(binary, port, say, [300], "300 B")
    named = memory(binary, port, say, [300], "300 B, prefix with an app", "cairn:gallery:")
    spread = memory(binary, port, say, list(range(240, 361)), "240 to 360 B")
    assert exact <= 560 and max(exact, named, spread) <= 600, (exact, named, spread)
    logs(binary, port, say)
    calls(binary, port, say)
    assert times(binary, port, say) < 1.5
