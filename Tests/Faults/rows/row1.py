"""The response to a long text in a short field does not repeat the text."""

from .common import Figure, Programs, connected, post, reply

LENGTH = 1_000_000


def measure(programs: Programs) -> list:
    form = "action=give-name&_at=path&name=" + "%22" * (LENGTH // 3)
    figures = []
    with programs.gallery() as server:
        for media_type in ("text/html", "application/json"):
            with connected(server.port) as plain:
                plain.sendall(post("/letters", form, f"Accept: {media_type}"))
                status, _, body = reply(plain)
            if status != 422:
                raise ValueError(f"{LENGTH} octets in a short field are answered {status}")
            what = f"answer in {media_type} to {LENGTH / 1000:.0f} KB in a short field"
            figures.append(Figure(what, len(body) / 1000, 100, "KB"))
    return figures
