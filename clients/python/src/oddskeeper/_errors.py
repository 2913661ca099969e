"""The one error that this client raises."""

from typing import Any, Dict, Mapping, Optional, Tuple


class OddskeeperError(Exception):
    """A failed call.

    Attributes:
        code: The code of the service's error envelope, such as `SPEED_LIMIT`, or one of this client:
            `CONNECTION_ERROR`: no response, or the connection ended within it.
            `TIMEOUT`: the response was not complete in time.
            `INVALID_RESPONSE`: the body is not the JSON that the status promises.
            `HTTP_ERROR`: an error status without an envelope, for instance from a proxy.
            `REDIRECT`: the server redirects, which this client never follows.
            `RESPONSE_TOO_LARGE`: the body is larger than `max_response_bytes`.
            `ABORTED`: the client or the stream was closed.
        message: Text for people. It may change: programs read `code`.
        status: The HTTP status, or None if no response arrived.
        request_id: The id of the request, for support. None if no response arrived.
        docs_url: The page that explains the code.
        current_plan: The plan of the key. Only with `PLAN_REQUIRED`.
        required_plan: The lowest plan that includes the request. Only with `PLAN_REQUIRED`.
        retry_after_seconds: How long to wait before the next attempt, if the service said so.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        status: Optional[int] = None,
        request_id: Optional[str] = None,
        docs_url: Optional[str] = None,
        current_plan: Optional[str] = None,
        required_plan: Optional[str] = None,
        retry_after_seconds: Optional[float] = None,
    ) -> None:
        super().__init__(f"{code}: {message}" + (f" (request {request_id})" if request_id else ""))
        self.code = code
        self.message = message
        self.status = status
        self.request_id = request_id
        self.docs_url = docs_url
        self.current_plan = current_plan
        self.required_plan = required_plan
        self.retry_after_seconds = retry_after_seconds

    def __reduce__(self) -> Tuple[Any, ...]:
        # Exceptions cross process borders by pickle, which would call __init__ with the text of the message alone.
        return (_restore, (self.code, self.message, {name: getattr(self, name) for name in _FIELDS}))


# Tracebacks show the name by which programs import it.
OddskeeperError.__module__ = "oddskeeper"

_FIELDS = (
    "status",
    "request_id",
    "docs_url",
    "current_plan",
    "required_plan",
    "retry_after_seconds",
)


def _restore(code: str, message: str, fields: Dict[str, Any]) -> OddskeeperError:
    return OddskeeperError(code, message, **fields)


def _text(value: object) -> Optional[str]:
    return value if isinstance(value, str) else None


def error_from_envelope(
    envelope: object,
    *,
    status: Optional[int],
    request_id: Optional[str],
    retry_after_seconds: Optional[float],
) -> Optional[OddskeeperError]:
    """Returns the error of an envelope `{"error": {…}}` or of the object inside it. None if it is neither."""
    inner = envelope.get("error", envelope) if isinstance(envelope, Mapping) else None
    if not isinstance(inner, Mapping):
        return None
    code = _text(inner.get("code"))
    if code is None:
        return None
    return OddskeeperError(
        code,
        _text(inner.get("message")) or "The service gave no message.",
        status=status,
        request_id=_text(inner.get("request_id")) or request_id,
        docs_url=_text(inner.get("docs_url")),
        current_plan=_text(inner.get("current_plan")),
        required_plan=_text(inner.get("required_plan")),
        retry_after_seconds=retry_after_seconds,
    )
