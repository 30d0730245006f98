"""A journey with curl that follows only the links and actions of the responses.

    script.py ORIGIN SCHEMA    prints the requests and the responses
"""

import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

from checks import Siren


class Script:
    def __init__(self, siren: Siren, folder: str):
        self.siren, self.jar = siren, f"{folder}/jar"
        self.entity: dict = {}

    def curl(self, *arguments: str) -> dict:
        shown = ["curl", "-sL", "-b", "jar", "-c", "jar", "-H", "Accept: application/json", *arguments]
        print("\n$ " + shlex.join(shown))
        sent = [self.jar if argument == "jar" else argument for argument in shown]
        result = subprocess.run(
            [*sent, "-w", "\n%{http_code} %{url_effective}"], capture_output=True, text=True, check=True, timeout=20)
        body, _, end = result.stdout.rpartition("\n")
        status, url = end.split(" ", 1)
        if status == "409" and json.loads(body)["type"] == "urn:cairn:problem:alert":
            # An alert refused the action; the problem document links to the page with the alert.
            print(f"{url}\n  409 {json.loads(body)['title']}")
            return self.curl(next(
                link["href"] for link in json.loads(body)["links"] if "urn:cairn:present" in link["rel"]))
        assert status == "200", f"{url}: {status}: {body[:400]}"
        self.entity = self.siren.check(json.loads(body), url)
        self.show(url)
        return self.entity

    def show(self, url: str) -> None:
        properties = self.entity.get("properties", {})
        print(f"{url}\n  {' '.join(self.entity['class'])}: {self.entity['title']}")
        for text in properties.get("content", []):
            print(f"  “{text}”")
        if alert := properties.get("alert"):
            print(f"  alert: {alert['title']}: {alert['message']}")
        entities = self.entity.get("entities", [])
        for entity in entities[:4] + entities[max(4, len(entities) - 2):]:
            row = entity["properties"]
            detail = " · ".join([row["title"], *([row["subtitle"]] if row.get("subtitle") else [])])
            print(f"  {entity['class'][0]:7} {detail}   {' '.join(a['name'] for a in entity.get('actions', []))}")
        if len(entities) > 6:
            print(f"  ({len(entities)} entities)")
        print(f"  actions: {' '.join(action['name'] for action in self.entity.get('actions', []))}")

    def follow(self, rel: str, title: str) -> None:
        links = [link for link in self.entity["links"] if rel in link["rel"] and link.get("title") == title]
        assert len(links) == 1, f"{len(links)} links {rel} {title!r}"
        self.curl(links[0]["href"])

    def perform(self, name: str, /, of: str | None = None, **typed: str) -> None:
        """Performs the only action with this name, of the screen or of the entity with this title."""
        owners = [self.entity]
        if of is not None:
            owners = [e for e in self.entity["entities"] if e["properties"]["title"] == of]
        actions = [action for owner in owners for action in owner.get("actions", []) if action["name"] == name]
        assert len(actions) == 1, f"{len(actions)} actions {name!r} of {of!r}"
        action = actions[0]
        assert (action["method"], action["type"]) == ("POST", "application/x-www-form-urlencoded")
        fields = {field["name"]: str(field.get("value", "")) for field in action["fields"]}
        assert typed.keys() <= fields.keys(), f"{name} has no fields {typed.keys() - fields.keys()}"
        data = [word for item in (fields | typed).items() for word in ("--data-urlencode", "=".join(item))]
        self.curl(*data, action["href"])

    def expect(self, title: str, *rows: str) -> None:
        assert self.entity["title"] == title, f"{self.entity['title']!r}, not {title!r}"
        found = [entity["properties"]["title"] for entity in self.entity["entities"] if "row" in entity["class"]]
        assert found[:len(rows)] == list(rows), found


def journey(script: Script, origin: str) -> None:
    text = "Sent by a script; \"quoted\" & 100% <b>safe</b>"
    script.curl(origin + "/")
    script.follow("urn:cairn:app", "Letters")
    script.expect("Welcome to Letters")
    script.perform("give-name", name=f"Script {os.getpid()}")
    script.perform("sign-in")
    script.expect("Friends", "Ada & Byron", "Bo <the Baker>")
    assert [e["properties"]["title"] for e in script.entity["entities"] if "tab" in e["class"]] == ["Friends", "Messages"]
    script.perform("select-friend", of="Théo </title>")
    script.expect("Théo </title>", "Lives in", "Writes about")
    script.perform("back")
    script.expect("Friends")
    script.perform("select-tab", of="Messages")
    script.expect("Messages")
    script.perform("compose-message")
    script.expect("Select Recipient", "Ada & Byron")
    assert script.entity["class"] == ["screen", "modal"]
    script.perform("select-friend", of="Jo;DROP TABLE friends")
    script.expect("New Message")
    script.perform("send-message", text=text)
    script.expect("Messages", "Jo;DROP TABLE friends")
    assert script.entity["entities"][0]["properties"]["subtitle"] == text
    script.perform("select-conversation", of="Jo;DROP TABLE friends")
    script.perform("back")
    script.perform("delete-conversation", of="Ada & Byron")
    script.expect("Messages", "Jo;DROP TABLE friends")
    assert "Ada & Byron" not in [entity["properties"]["title"] for entity in script.entity["entities"]]
    script.perform("select-tab", of="Friends")
    script.perform("select-friend", of="Nils Öster")
    script.perform("write-to")
    script.perform("send-message", text="Is there room?")
    assert script.entity["properties"]["alert"]["title"] == "Your letter came back"
    assert [action["name"] for action in script.entity["actions"]] == ["dismiss-alert"]
    script.perform("dismiss-alert")
    script.perform("dismiss")
    assert script.entity["properties"]["alert"]["title"] == "Discard what you typed?"
    script.perform("discard-changes")
    script.perform("back")
    script.perform("sign-out")
    script.expect("Welcome to Letters")


def main() -> None:
    siren = Siren(pathlib.Path(sys.argv[2]))
    with tempfile.TemporaryDirectory() as folder:
        journey(Script(siren, folder), sys.argv[1])
    print(f"\n{siren.count} responses, all valid Siren")


if __name__ == "__main__":
    main()
