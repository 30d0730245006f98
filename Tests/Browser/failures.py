"""The reason of a journey's failure, in one line."""

import pathlib
import traceback


def reason_of(error: Exception, label: str, driver_error: type[Exception]) -> str:
    """What went wrong and in which line of the journey.

    An assertion and an error of the browser's driver speak for themselves; others are named by their class.
    """
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if "journeys" in frame.filename]
    line = f" ({pathlib.Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""
    kind = "" if isinstance(error, (AssertionError, driver_error)) else f"{type(error).__name__}: "
    return kind + str(error).removeprefix(label).lstrip(" ,:") + line
