"""Size of the response to a long text in a short field: the response must not repeat the text."""

from .common import Figure, Programs, connect, post, read_response

LENGTH = 1_000_000


def measure(programs: Programs) -> list:
    form = "action=give-name&_at=path&name=" + "%22" * (LENGTH // 3)
    figures = []
    with programs.gallery() as server:
        for media_type in ("text/html", "application/json"):
            with connect(server.port) as connection:
                connection.sendall(post("/letters", form, f"Accept: {media_type}"))
                status, _, body = read_response(connection)
            if status != 422:
                raise ValueError(f"{LENGTH} octets in a short field got status {status}, not 422")
            label = f"response in {media_type} to {LENGTH / 1000:.0f} KB in a short field"
            figures.append(Figure(label, len(body) / 1000, 100, "KB"))
    return figures
