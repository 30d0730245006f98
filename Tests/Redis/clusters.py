"""Three masters: redirections, re-keying in one slot, migration of a slot."""
from resp import Connection, ReplyError, Server, until
from rules import check_rules
from sample import Session, equal
from store import LIFE, Node, identifier, install, key


def slot(name):
    octets = name.encode() if isinstance(name, str) else name
    start = octets.find(b"{")
    end = octets.find(b"}", start + 1) if start >= 0 else -1
    if end > start + 1:
        octets = octets[start + 1:end]
    crc = 0
    for octet in octets:
        crc ^= octet << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc % 16384


class ClusterConnection:
    """Routes each call by the slot of its first key."""

    def __init__(self, ports):
        self.connections = {port: Connection(port) for port in ports}
        self.owners = [None] * 16384
        for first, last, primary, *_ in self.any().call("CLUSTER", "SLOTS"):
            self.owners[first:last + 1] = [primary[1]] * (last - first + 1)

    def any(self):
        return next(iter(self.connections.values()))

    def of(self, name):
        return self.connections[self.owners[slot(name)]]

    def call(self, *arguments):
        if arguments[0] == "FUNCTION":
            return [install(connection) for connection in self.connections.values()]
        if arguments[0] == "SCAN":
            return b"0", [name for connection in self.connections.values()
                          for name in connection.call("KEYS", "cairn:*")]
        if arguments[0] == "FCALL_RO" and arguments[1] == "cairn1_count":
            return sum(self.of(name).call("FCALL_RO", "cairn1_count", 1, name) for name in arguments[3:])
        if arguments[0] == "TIME":
            return self.any().call("TIME")
        return self.of(arguments[3] if arguments[0].startswith("FCALL") else arguments[1]).call(*arguments)

    def info(self, section):
        changes = "rdb_changes_since_last_save"
        return {changes: sum(int(connection.info(section)[changes]) for connection in self.connections.values())}


class Gateway:
    def __init__(self, ports):
        self.ports = ports

    def connect(self):
        return ClusterConnection(self.ports)


def migrate(gateway, say, notes):
    cluster = gateway.connect()
    cluster.call("FUNCTION")
    node = Node(cluster)
    session = Session(node, 2)
    name, place = key(session.id), slot(key(session.id))
    source = cluster.owners[place]
    target, third = [port for port in gateway.ports if port != source]
    from_source, from_target = Connection(source), Connection(target)
    ids = {port: connection.call("CLUSTER", "MYID").decode() for port, connection in cluster.connections.items()}
    begin = ("FCALL", "cairn1_begin", 1, name, b"", node.node, b"tokentok", 5000)
    load = ("FCALL_RO", "cairn1_load", 1, name, b"")
    notes("MOVED", from_target.error(*begin))
    notes("MOVED of load", from_target.error(*load))
    notes("CROSSSLOT", from_source.error("FCALL", "cairn1_commit", 2, name, "cairn:{other}x", *[b"x"] * 6))
    lease = node.lease(session.id)
    from_target.call("CLUSTER", "SETSLOT", place, "IMPORTING", ids[source])
    from_source.call("CLUSTER", "SETSLOT", place, "MIGRATING", ids[target])
    fresh = identifier(session.id[:3])
    session.verify(node)
    say("  while a slot migrates, a key that is still at the source is served")
    notes("ASK", from_source.error("FCALL_RO", "cairn1_load", 1, key(fresh), b""))
    from_target.call("ASKING")
    equal(from_target.call("FCALL", "cairn1_begin", 1, key(fresh), b"", node.node, b"tokentok", 5000), 0)
    element = session.element()
    rename = ("FCALL", "cairn1_commit", 2, name, key(identifier(session.id[:3])), lease.token, session.revision, "R",
              0, LIFE, element)
    notes("TRYAGAIN at the source", from_source.error(*rename))
    life = from_source.call("PTTL", name)
    from_source.call("MIGRATE", "127.0.0.1", target, name, 0, 1000)
    notes("ASK after the key moved", from_source.error(*begin))
    notes("ASK of the commit with a new id", from_source.error(*rename))
    from_target.call("ASKING")
    notes("TRYAGAIN at the target", from_target.error(*rename))
    from_target.call("ASKING")
    equal(from_target.call(*load), [3] + session.log)
    from_target.call("ASKING")
    assert life - 2000 < from_target.call("PTTL", name) <= life
    for port in (target, source, third):
        cluster.connections[port].call("CLUSTER", "SETSLOT", place, "NODE", ids[target])
    equal(from_target.call(*rename), 1)
    say("  after the migration the commit with a new id is done under the lease from before")
    notes("MOVED after the migration", from_source.error(*begin))


def start(binary, port):
    """Three primaries that know one another, each with a third of the slots."""
    # The usual port of the bus, 10,000 above the other, may be in use: the system gives such ports to clients.
    servers = [Server(binary, port + number, "--cluster-enabled", "yes", "--cluster-node-timeout", "1500",
                      "--cluster-port", str(port + 3 + number)) for number in range(3)]
    for number, server in enumerate(servers):
        connection = server.connect()
        connection.call("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        connection.call("CLUSTER", "ADDSLOTSRANGE", 16384 * number // 3, 16384 * (number + 1) // 3 - 1)
        connection.call("CLUSTER", "MEET", "127.0.0.1", port, port + 3)
    for server in servers:
        connection = server.connect()
        until(lambda: "cluster_state:ok" in connection.call("CLUSTER", "INFO").decode())
        until(lambda: len(connection.call("CLUSTER", "SLOTS")) == 3)
    return servers


def check_cluster(binary, port, say, notes):
    servers = start(binary, port)
    gateway = Gateway([server.port for server in servers])
    cluster = gateway.connect()
    install(cluster.any())
    notes("Function not found at the next primary",
          list(cluster.connections.values())[1].error("FCALL_RO", "cairn1_check", 0))
    names = check_rules([gateway, None])
    say(f"  {len(names)} rules hold with three primaries")
    used = {port: connection.call("DBSIZE") for port, connection in cluster.connections.items()}
    assert all(used.values()), used
    say(f"  keys per primary: {list(used.values())}")
    migrate(gateway, say, notes)
    servers[2].stop()
    survivor = cluster.connections[port]
    name = next(key(s) for s in iter(identifier, None) if cluster.owners[slot(key(s))] == port)
    def down():
        try:
            survivor.call("FCALL_RO", "cairn1_load", 1, name, b"")
        except ReplyError as error:
            return str(error)
    notes("CLUSTERDOWN", until(down))
    for server in servers:
        server.stop()
