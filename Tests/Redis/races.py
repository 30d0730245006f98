"""Many threads on two nodes, or on as many nodes as threads, change one session. The log must be a single chain."""
import random
import secrets
import threading

from store import Busy, Node, following, identifier, install


def race(server, node_count, threads=64, commits=8, checkpoints=False):
    """Returns the numbers of done, overtaken and busy answers; raises if the log is not the chain of the done ones."""
    setup = Node(server.connect())
    install(setup.connection)
    session, start = identifier(), following(b"")
    assert setup.commit(setup.lease(session), "R", b"", start) is True
    names = [secrets.token_bytes(8) for _ in range(node_count)]
    done, counts, errors, lock = [], {"done": 0, "overtaken": 0, "busy": 0}, [], threading.Lock()
    pause = threading.Event()

    def work(number):
        try:
            node, generator, made, known = Node(server.connect()), random.Random(number), 0, b""
            node.node = names[number % node_count]
            while made < commits:
                try:
                    lease, loaded = node.begin(session, generator.choice((b"", known)))
                except Busy:
                    counts["busy"] += 1
                    pause.wait(0.002)
                    continue
                newest = known if loaded == "same" else loaded[1][-1][:9]
                known = following(newest)
                element = known + b"%d.%d" % (number, made)
                kind = "R" if checkpoints and generator.random() < 0.1 else "A"
                result = node.commit(lease, kind, newest, element, keeps=generator.random() < 0.1)
                with lock:
                    if result is True:
                        made += 1
                        done.append((newest, element))
                        counts["done"] += 1
                    else:
                        assert result != known
                        counts["overtaken"] += 1
                        known = result
        except Exception as error:
            errors.append(repr(error))

    workers = [threading.Thread(target=work, args=(number,)) for number in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not errors, errors[:3]
    successors = dict((expected, element) for expected, element in done)
    assert len(successors) == len(done) == threads * commits, "two commits followed one revision"
    chain = [start]
    while chain[-1][:9] in successors:
        chain.append(successors[chain[-1][:9]])
    assert len(chain) == len(done) + 1, "a commit is not in the chain"
    log = setup.load(session)[1]
    assert log == chain[-len(log):] and (checkpoints or len(log) == len(chain)), "the log is not the chain"
    return counts


def rename_race(server, rounds=150):
    """Two nodes commit concurrently, one of them with a new id: exactly one of them is done."""
    nodes = [Node(server.connect(), duration=1), Node(server.connect(), duration=1)]
    install(nodes[0].connection)
    session, newest = identifier(), following(b"")
    assert nodes[0].commit(nodes[0].lease(session), "R", b"", newest) is True
    for _ in range(rounds):
        elements, new, results = [following(newest), following(newest)], identifier(session[:3]), [None, None]

        def work(number):
            while True:
                try:
                    lease = nodes[number].lease(session)
                    break
                except Busy:
                    pass
            results[number] = nodes[number].commit(lease, "AR"[number], newest, elements[number], [None, new][number])

        workers = [threading.Thread(target=work, args=(number,)) for number in range(2)]
        [worker.start() for worker in workers]
        [worker.join() for worker in workers]
        assert (results[0] is True) + (results[1] is True) <= 1, results
        keys = [nodes[0].load(session), nodes[0].load(new)]
        assert (keys[0] == "missing") == (results[1] is True) and (keys[1] == "missing") != (results[1] is True)
        if results[1] is True:
            session, newest = new, elements[1]
        elif results[0] is True:
            newest = elements[0]
    return rounds
