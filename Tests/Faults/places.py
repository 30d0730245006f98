"""The states of the app Letters, and the actions offered in each."""

import random
from typing import NamedTuple

FRIENDS = range(1, 25)


class Welcome(NamedTuple):
    """The second screen of the sign-in."""

    name: str

    @property
    def path(self) -> str:
        return f"/letters/login/welcome:{self.name.replace(' ', '%20')}"

    @property
    def heading(self) -> str:
        return f"Hello, {self.name}"


class Place(NamedTuple):
    """The state of a version: the selected tab, the friend shown in the other tab, and the modal screen."""

    tab: str = "friends"
    friend: int = 0
    modal: str = ""

    @property
    def path(self) -> str:
        if self.tab == "messages":
            return "/letters/messages" + self.modal
        return "/letters/friends" + (f"/friend:{self.friend}" if self.friend else "")

    @property
    def heading(self) -> str | None:
        """The title of the screen; `None` for a friend, whose name only the server has."""
        if self.modal:
            return "New Message" if "=" in self.modal else "Select Recipient"
        if self.tab == "messages":
            return "Messages"
        return None if self.friend else "Friends"

    def somewhere(self, chance: random.Random) -> tuple[str, "Place"]:
        """Returns a random action that is offered here, and the state it leads to."""
        friend = chance.choice(FRIENDS)
        if self.modal:
            ways = [("dismiss", self._replace(modal=""))]
            if "=" not in self.modal:
                ways.append((f"select-friend?friend={friend}", self._replace(modal=f"/~compose/={friend}")))
        elif self.tab == "messages":
            ways = [("select-tab?tab=friends", self._replace(tab="friends")),
                    ("compose-message", self._replace(modal="/~compose"))]
        else:
            ways = [("select-tab?tab=messages", self._replace(tab="messages"))]
            ways.append(("back", self._replace(friend=0)) if self.friend
                        else (f"select-friend?friend={friend}", self._replace(friend=friend)))
        return chance.choice(ways)


class Version(NamedTuple):
    number: int
    place: Place | Welcome

    @property
    def url(self) -> str:
        return f"{self.place.path}?at={self.number}"
