"""The rules of shared logs."""
from sample import equal, next_salt, refused
from store import following, revision

KEY, OTHER = "cairn:{log:sample}", "cairn:{log:sample}w"


class EventRules:
    def _call(self, node, function, *arguments, keys=(KEY,)):
        name = "FCALL_RO" if function in ("load", "newest") else "FCALL"
        return node.connection.call(name, "cairn1_" + function, len(keys), *keys, *arguments)

    def _read(self, node, known=b""):
        return node.loaded(self._call(node, "load", known))

    def _fill(self, count):
        """A new log with this number of records."""
        self.a.connection.call("DEL", KEY)
        log = []
        for _ in range(count):
            log.append(following(log[-1][:9] if log else b"", next_salt()) + b"Revent")
            equal(self._call(self.a, "append", log[-2][:9] if len(log) > 1 else b"", log[-1]), 1)
        return log

    def events_in_order(self):
        log = self._fill(70)
        equal(self._read(self.b), ("whole", log))
        equal(self._call(self.b, "newest"), log[-1][:9])
        for position, record in enumerate(log[:-1]):
            equal(self._read(self.b, record[:9]), ("tail", log[position + 1:]))
        equal(self._read(self.b, log[-1][:9]), "same")
        equal(self.a.connection.call("TTL", KEY), -1)

    def events_empty(self):
        self._fill(0)
        equal(self._read(self.a), "missing")
        equal(self._call(self.b, "newest"), 0)
        equal(self._read(self.a, revision(1, 1)), "missing")
        equal(self._call(self.a, "append", revision(1, 1), revision(2, 2) + b"R"), 0)
        equal(self._read(self.a), "missing")

    def events_after_the_last(self):
        log = self._fill(3)
        record = following(log[-1][:9], next_salt()) + b"Rlate"
        for wrong in (b"", log[0][:9], log[1][:9], following(log[-1][:9])):
            equal(self._call(self.b, "append", wrong, record), log[-1][:9])
        equal(self._read(self.a), ("whole", log))

    def events_arguments(self):
        log = self._fill(1)
        last = log[-1][:9]
        for record in (b"", last, last + b"C", last + b"E", b"\xff" * 9 + b"R"):
            refused(lambda: self._call(self.a, "append", last, record))
        refused(lambda: self._call(self.a, "append", last))
        for checkpoint in (b"", last, last + b"R", last + b"E"):
            refused(lambda: self._call(self.a, "compact", checkpoint))
        refused(lambda: self._call(self.a, "compact"))
        refused(lambda: self._call(self.a, "confirm", last))
        equal(self._read(self.a), ("whole", log))

    def events_checkpoint(self):
        for count in (1, 2, 5):
            log = self._fill(5)
            checkpoint, end = log[count - 1][:9] + b"Cstate", log[count - 1][:9] + b"E"
            equal(self._call(self.b, "compact", checkpoint), 1)
            whole = ("whole", [checkpoint, end] + log[count:])
            equal(self._read(self.a), whole)
            for position, record in enumerate(log):
                expected = ("tail", log[position + 1:]) if position >= count - 1 else whole
                equal(self._read(self.a, record[:9]), "same" if position == 4 else expected)
            again = following(log[-1][:9], next_salt()) + b"Rmore"
            equal(self._call(self.a, "append", log[-1][:9], again), 1)
            equal(self._read(self.a, log[count - 1][:9]), ("tail", log[count:] + [again]))
            equal(self._call(self.a, "compact", again[:9] + b"Cnewer"), 1)
            equal(self._read(self.a), ("whole", [again[:9] + b"Cnewer", again[:9] + b"E"]))

    def events_checkpoint_of_no_record(self):
        log = self._fill(4)
        equal(self._call(self.a, "compact", log[1][:9] + b"Cstate"), 1)
        whole = self._read(self.a)
        number = int.from_bytes(log[-1][:5], "big")
        for other in (log[0][:9], log[1][:9], revision(number, 7), following(log[-1][:9]), revision(0, 0)):
            equal(self._call(self.a, "compact", other + b"Cother"), 0)
            equal(self._read(self.a), whole)
        self._fill(0)
        equal(self._call(self.a, "compact", revision(1, 1) + b"C"), 0)
        equal(self._read(self.a), "missing")

    def events_with_other_numbers(self):
        """Numbers that are not consecutive cost only the short answers."""
        self._fill(0)
        log = [revision(5, 1) + b"R", revision(4, 2) + b"R", revision(9, 3) + b"R"]
        for position, record in enumerate(log):
            equal(self._call(self.a, "append", log[position - 1][:9] if position else b"", record), 1)
            whole = ("whole", log[:position + 1])
            for known, other in enumerate(log[:position]):
                equal(self._call(self.a, "compact", other[:9] + b"Cstate"), 0)
                assert self._read(self.a, other[:9]) in (whole, ("tail", log[known + 1:position + 1]))
            equal(self._read(self.a), whole)

    def events_confirmed(self):
        log = self._fill(4)
        equal(self._call(self.a, "compact", log[1][:9] + b"Cstate"), 1)
        connection = self.a.connection
        for known, found in ((log[0][:9], 0), (log[1][:9], 1), (log[2][:9], 1), (log[3][:9], 1),
                             (following(log[-1][:9]), 0), (revision(4, 9), 0), (b"", 0)):
            before = connection.info("persistence")["rdb_changes_since_last_save"]
            equal(self._call(self.a, "confirm", known, keys=(KEY, OTHER)), found)
            changed = connection.info("persistence")["rdb_changes_since_last_save"] != before
            equal(changed, found == 1, "a confirmation is a write")
            equal(connection.call("EXISTS", OTHER), 0)
        equal(len(self._read(self.a)[1]), 4)
