"""Reads from the store how many pieces the shop has sold: the effects of the payments outside the sessions."""

from programs import StoreServer

LOG = "cairn:{log:stock}"
# The revision at the beginning of an element, and its kind.
REVISION_SIZE = 9


def decoded(octets: bytes, index: int = 0, keys: list[str] | None = None) -> tuple[object, int]:
    """Decodes one item of CBOR (RFC 8949) of the kinds that a log contains. - Returns: the item, and the index after it.

    A key that occurs again in a record is stored as the number of its first occurrence.
    """
    keys = [] if keys is None else keys
    kind, short = octets[index] >> 5, octets[index] & 31
    index += 1
    if short < 24:
        number = short
    else:
        size = 1 << (short - 24)
        number, index = int.from_bytes(octets[index:index + size], "big"), index + size
    if kind == 0:
        return number, index
    if kind == 1:
        return -1 - number, index
    if kind in (2, 3):
        text = octets[index:index + number]
        return (text if kind == 2 else text.decode()), index + number
    if kind == 4:
        items = []
        for _ in range(number):
            item, index = decoded(octets, index, keys)
            items.append(item)
        return items, index
    if kind == 5:
        pairs = {}
        for _ in range(number):
            key, index = decoded(octets, index, keys)
            if isinstance(key, int):
                key = keys[key]
            else:
                keys.append(key)
            pairs[key], index = decoded(octets, index, keys)
        return pairs, index
    raise ValueError(f"an item of the kind {kind} at octet {index - 1}")


def sold_pieces(primary: StoreServer) -> int:
    return pieces(primary.call("LRANGE", LOG, 0, -1))


def pieces(elements: list[bytes]) -> int:
    total = 0
    for element in elements:
        kind, payload = element[REVISION_SIZE:REVISION_SIZE + 1], element[REVISION_SIZE + 1:]
        if kind == b"C":
            total += sum(decoded(payload)[0]["sold"].values())
        elif kind == b"R":
            for event in decoded(payload)[0]:
                for name, sign in (("sold", 1), ("returned", -1)):
                    total += sign * sum(event.get(name, {}).get("_0", {}).values())
    return total
