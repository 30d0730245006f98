"""The states of the app Letters, and the actions offered in each."""

import random
from typing import NamedTuple

FRIENDS = range(1, 25)


class WelcomeState(NamedTuple):
    """The second screen of the sign-in."""

    name: str

    @property
    def path(self) -> str:
        return f"/letters/login/welcome:{self.name.replace(' ', '%20')}"

    @property
    def heading(self) -> str:
        return f"Hello, {self.name}"


class ScreenState(NamedTuple):
    """A navigation state: the selected tab, the friend shown in the tab Friends, and the modal screen."""

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
        """The title of the screen; `None` for a friend's page, whose title only the server has."""
        if self.modal:
            return "New Message" if "=" in self.modal else "Select Recipient"
        if self.tab == "messages":
            return "Messages"
        return None if self.friend else "Friends"

    def random_action(self, rng: random.Random) -> tuple[str, "ScreenState"]:
        """Returns a random action that is offered here, and the state it leads to."""
        friend = rng.choice(FRIENDS)
        if self.modal:
            actions = [("dismiss", self._replace(modal=""))]
            if "=" not in self.modal:
                actions.append((f"select-friend?friend={friend}", self._replace(modal=f"/~compose/={friend}")))
        elif self.tab == "messages":
            actions = [("select-tab?tab=friends", self._replace(tab="friends")),
                    ("compose-message", self._replace(modal="/~compose"))]
        else:
            actions = [("select-tab?tab=messages", self._replace(tab="messages"))]
            actions.append(("back", self._replace(friend=0)) if self.friend
                        else (f"select-friend?friend={friend}", self._replace(friend=friend)))
        return rng.choice(actions)


class Version(NamedTuple):
    number: int
    state: ScreenState | WelcomeState

    @property
    def url(self) -> str:
        return f"{self.state.path}?at={self.number}"
