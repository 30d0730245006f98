"""The reason of a journey's failure, in one line."""

import pathlib
import traceback


def reason_of(error: Exception, label: str, driver_error: type[Exception]) -> str:
    """Returns the error and the line of the journey that failed.

    The messages of assertions and driver errors are complete; other errors get the name of their class.
    """
    own = [frame for frame in traceback.extract_tb(error.__traceback__) if "journeys" in frame.filename]
    line = f" ({pathlib.Path(own[-1].filename).name}:{own[-1].lineno})" if own else ""
    kind = "" if isinstance(error, (AssertionError, driver_error)) else f"{type(error).__name__}: "
    return kind + str(error).removeprefix(label).lstrip(" ,:") + line
