"""What a request and a response mean, without any I/O. The sync and the async client share it."""

import json
import random
from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Generic, Mapping, Optional, Sequence, Tuple, TypeVar, Union
from urllib.parse import quote, urlencode

from ._cache import ConditionalCache
from ._errors import OddskeeperError, error_from_envelope
from ._settings import Settings
from ._version import __version__

T = TypeVar("T")
Value = Union[str, int, float, bool, datetime, Sequence[str], None]

# Forked processes share the state of a seeded generator, and would all retry at the same moment.
_random = random.SystemRandom()


@dataclass(frozen=True)
class Usage:
    """The usage figures of one response. A figure is None if a proxy removed its header."""

    requests_used: Optional[int]
    requests_remaining: Optional[int]
    requests_last: Optional[int]
    speed_limit_per_second: Optional[int]
    speed_limit_remaining: Optional[int]
    speed_limit_resets_in_seconds: Optional[int]


@dataclass(frozen=True)
class Response(Generic[T]):
    """The data of a call, with what its response says beside the data."""

    data: T
    status: int
    headers: Mapping[str, str]
    """Names in lower case."""
    usage: Usage
    request_id: Optional[str]
    not_modified: bool
    """True if the service answered 304: `data` comes from the client's cache, and the call cost nothing."""

    @property
    def cursor(self) -> Optional[str]:
        """The position of the prices (`X-Odds-Cursor`), from which `odds.list_changes` goes on."""
        return self.headers.get("x-odds-cursor")


@dataclass(frozen=True)
class Call:
    """One request, ready to be sent. `target` is the path with its query."""

    method: str
    target: str
    needs_session: bool = False
    body: Optional[bytes] = None
    timeout: Optional[float] = None
    accept: str = "application/json"
    headers: Optional[Mapping[str, str]] = None

    @property
    def may_be_cached(self) -> bool:
        """Whether the response may be kept. Lists of keys are not: they change with each call of the key."""
        return self.method == "GET" and not self.needs_session


@dataclass(frozen=True)
class RawResponse:
    """A response whose body has been read. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def _time(value: datetime) -> str:
    if value.tzinfo is None:
        raise ValueError("a time needs a time zone: use datetime.now(timezone.utc), for example")
    return value.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def _query_text(name: str, value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return _time(value)
    if isinstance(value, (str, int, float)):
        return str(value)
    items = list(value or ())
    if not items:
        # The service would read an empty list as "all", which is rarely what an empty list means.
        raise ValueError(f"{name} is an empty list")
    for item in items:
        if not isinstance(item, str) or "," in item:
            raise ValueError(f"{name} is a list of keys without commas")
    return ",".join(items)


def build_target(
    path: str,
    path_values: Mapping[str, str],
    query: Mapping[str, Value],
    extra_query: Optional[Mapping[str, Value]] = None,
) -> str:
    """Fills in a path template and appends the query. Leaves out parameters that are None."""
    for name, value in path_values.items():
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise ValueError(f"{name} is a text that is not empty")
        path = path.replace("{" + name + "}", quote(value, safe=""))
    pairs = [
        (name, _query_text(name, value))
        for name, value in {**query, **(extra_query or {})}.items()
        if value is not None
    ]
    # A comma needs no encoding in a query, and the URL stays readable in logs.
    return path + ("?" + urlencode(pairs, quote_via=quote, safe=",") if pairs else "")


def request_headers(settings: Settings, call: Call, etag: Optional[str]) -> Dict[str, str]:
    """The headers of a call. Raises OddskeeperError if the client lacks the credential that the call needs."""
    headers = {
        "Accept": call.accept,
        "Accept-Encoding": "gzip" if call.accept == "application/json" else "identity",
        "User-Agent": f"oddskeeper-python/{__version__}",
        **(call.headers or {}),
    }
    if call.needs_session:
        if settings.access_token is None:
            raise OddskeeperError(
                "MISSING_SESSION",
                "This call needs Oddskeeper(access_token=…): an API key cannot manage keys.",
            )
        headers["Authorization"] = f"Bearer {settings.access_token}"
    elif settings.api_key is None:
        raise OddskeeperError("MISSING_KEY", "Pass Oddskeeper(api_key=…), or set ODDSKEEPER_KEY.")
    else:
        headers["X-API-Key"] = settings.api_key
    if call.body is not None:
        headers["Content-Type"] = "application/json"
    if etag is not None:
        headers["If-None-Match"] = etag
    return headers


def _integer(text: Optional[str]) -> Optional[int]:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 16 else None


def read_usage(headers: Mapping[str, str]) -> Usage:
    """Reads the usage figures of a response."""
    return Usage(
        requests_used=_integer(headers.get("x-requests-used")),
        requests_remaining=_integer(headers.get("x-requests-remaining")),
        requests_last=_integer(headers.get("x-requests-last")),
        speed_limit_per_second=_integer(headers.get("x-ratelimit-limit")),
        speed_limit_remaining=_integer(headers.get("x-ratelimit-remaining")),
        speed_limit_resets_in_seconds=_integer(headers.get("x-ratelimit-reset")),
    )


def read_retry_after(headers: Mapping[str, str]) -> Optional[float]:
    """Reads `Retry-After` in seconds. Proxies send dates: they are compared with the response's own `Date`."""
    text = headers.get("retry-after")
    seconds = _integer(text)
    if text is None or seconds is not None:
        return None if seconds is None else float(seconds)
    try:
        # This machine's clock may be wrong by hours, the two headers come from one clock.
        until = parsedate_to_datetime(text) - parsedate_to_datetime(headers.get("date", ""))
        return max(0.0, until.total_seconds())
    except (TypeError, ValueError, IndexError):
        # An unreadable header means the same as none.
        return None


def read_json(body: bytes) -> Any:
    """Parses a body. Raises OddskeeperError `INVALID_RESPONSE`."""
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise OddskeeperError("INVALID_RESPONSE", "The response is not complete JSON.") from error


def error_of(status: int, headers: Mapping[str, str], body: bytes) -> OddskeeperError:
    """The error that a response with a failure status means."""
    request_id = headers.get("x-request-id")
    if 300 <= status < 400:
        return OddskeeperError(
            "REDIRECT",
            f"The address answered {status} with a redirect. Redirects are not followed: check base_url.",
            status=status,
            request_id=request_id,
        )
    retry_after = read_retry_after(headers)
    try:
        envelope = json.loads(body)
    except (ValueError, RecursionError):
        # A proxy's page: HTTP_ERROR below.
        envelope = None
    return error_from_envelope(
        envelope, status=status, request_id=request_id, retry_after_seconds=retry_after
    ) or OddskeeperError(
        "HTTP_ERROR",
        f"The response has status {status} and no error envelope. It may come from a proxy.",
        status=status,
        request_id=request_id,
        retry_after_seconds=retry_after,
    )


def read_response(
    raw: RawResponse, call: Call, cache: ConditionalCache, cached: Optional[Tuple[str, bytes]]
) -> Response[Any]:
    """Turns a response into data, or raises its error. Keeps the body for later conditional requests.

    `cached` is the tag and the body that the request named: the cache itself may have dropped them since.
    """
    body, not_modified = raw.body, False
    if raw.status == 304:
        if cached is None:
            raise OddskeeperError(
                "INVALID_RESPONSE", "The response is 304, but nothing is cached.", status=304
            )
        body, not_modified = cached[1], True
    elif not 200 <= raw.status < 300:
        raise error_of(raw.status, raw.headers, raw.body)
    data = read_json(body) if body else None
    if data is None and raw.status != 204:
        raise OddskeeperError("INVALID_RESPONSE", "The response has no body.", status=raw.status)
    etag = raw.headers.get("etag")
    if call.may_be_cached and raw.status == 200 and etag is not None:
        cache.put(call.target, etag, raw.body)
    return Response(
        data=data,
        status=raw.status,
        headers=raw.headers,
        usage=read_usage(raw.headers),
        request_id=raw.headers.get("x-request-id"),
        not_modified=not_modified,
    )


def is_transient(error: OddskeeperError) -> bool:
    """Whether the same request may succeed later without a change."""
    if error.code in ("CONNECTION_ERROR", "INVALID_RESPONSE", "TIMEOUT"):
        return True
    if error.code == "ALLOWANCE_SPENT":
        return False
    return error.status is not None and (error.status in (408, 429) or error.status >= 500)


def backoff_seconds(attempt: int, *, base: float = 0.5, highest: float = 8.0) -> float:
    """A random wait that doubles with each attempt. `attempt` counts from 0."""
    return min(highest, base * 2.0 ** min(attempt, 20)) * _random.uniform(0.5, 1.0)


def retry_delay_seconds(
    settings: Settings, call: Call, attempt: int, error: OddskeeperError
) -> Optional[float]:
    """How long to wait before the next attempt. None if the error is final. `attempt` counts from 0."""
    if call.method != "GET" or attempt >= settings.max_retries or not is_transient(error):
        return None
    if error.retry_after_seconds is None:
        return backoff_seconds(attempt)
    if error.retry_after_seconds > (call.timeout or settings.timeout):
        # The caller sees a long wait as an error at once, instead of a program that seems to hang.
        return None
    return error.retry_after_seconds + _random.uniform(0.0, 0.25)
