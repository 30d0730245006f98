"""Bugs that are planted into a running cluster, to see that the checker finds them.

They change the functions that the store runs, so no build is needed. Lease, token and revision protect each
other: without the token's check alone, no violation was found in 70 s with a node cut off six times. So a plant also takes
away what hides its bug.
"""

from typing import NamedTuple

from checker import DOUBLED, LOST, OPENED, STALE
from programs import Cluster
from store import LIBRARY

CONDITION = "if not has_token(lease, token) or revision ~= expected then"
WRITE = "if new_key then\n    if state(new_key)"
LOAD = "return lack(key, args[1], revision, -2)"


class Plant(NamedTuple):
    # The replacements in the library of functions.
    changes: list[tuple[str, str]]
    # The faults under which the bug does harm, and their number.
    faults: list[str]
    count: int
    # Violations of which at least one must be found.
    kinds: set[str]
    store_copies: int = 3


PLANTS = {
    # Two nodes have the lease at once, and both commit.
    "no-fencing": Plant(
        [(CONDITION, "if false then"), ("if remaining > 0 and remaining <= 2 * duration then", "if false then")],
        ["connections-killed"], 1, {LOST, DOUBLED}),
    # A node acts on its own copy, and its commit names no revision that could be refused.
    "no-revision": Plant(
        [(CONDITION, "if not has_token(lease, token) then"), (LOAD, f"if args[1] ~= '' then return 1 end\n  {LOAD}")],
        ["connections-killed"], 1, {LOST, DOUBLED, STALE}),
    # A change is acknowledged before it is made, and for one in forty nothing is made afterwards.
    "answer-before-commit": Plant(
        [(WRITE, f"if struct.unpack('>I5', element) % 40 == 39 and keeps == '0' then return 1 end\n  {WRITE}")],
        ["connections-killed"], 1, {LOST, STALE}),
    # No bug, but a setting: a change is acknowledged before all servers have it.
    "fewer-copies-than-servers": Plant([], ["failover-planned", "lagging-failover"], 2, {LOST}, store_copies=1),
    # The old id is removed in a second step, which never comes.
    "rename-in-two-steps": Plant(
        [("redis.call('DEL', key, new_key)", "redis.call('DEL', new_key)")], ["connections-killed"], 1, {OPENED}),
}


def plant(name: str, cluster: Cluster) -> None:
    library = LIBRARY
    for text, other in PLANTS[name].changes:
        assert library.count(text) == 1, f"the plant {name} changes what the library does not contain once: {text}"
        library = library.replace(text, other)
    if library != LIBRARY:
        cluster.primary.call("FUNCTION", "LOAD", "REPLACE", library)


def is_found(name: str, kinds: set[str]) -> bool:
    return bool(PLANTS[name].kinds & kinds)
