"""The options of a client, checked once."""

import os
import re
from dataclasses import dataclass, field
from typing import Optional
from urllib.parse import SplitResult, urlsplit

MIB = 1024 * 1024


@dataclass(frozen=True)
class Settings:
    """What both clients, sync and async, need to send requests. Secrets are left out of its repr."""

    api_key: Optional[str] = field(repr=False)
    access_token: Optional[str] = field(repr=False)
    base_url: SplitResult
    max_retries: int
    timeout: float
    cache_bytes: int
    max_response_bytes: int


def _secret(value: Optional[str], name: str) -> Optional[str]:
    if value is None or value == "":
        return None
    # The value itself stays out of the message: messages reach logs.
    if not re.fullmatch(r"[\x21-\x7e]+", value.strip()):
        raise ValueError(f"{name} contains characters that no header may contain")
    return value.strip()


def _base_url(value: Optional[str]) -> SplitResult:
    text = value or os.environ.get("ODDSKEEPER_URL") or "http://localhost:3000"
    url = urlsplit(re.sub(r"/v1$", "", text.rstrip("/")))
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError("base_url is an address such as https://odds.example")
    if url.username is not None or url.query or url.fragment:
        raise ValueError("base_url has no user, query or fragment")
    url.port  # noqa: B018  raises ValueError if the port is not a number
    return url


def read_settings(
    *,
    api_key: Optional[str],
    access_token: Optional[str],
    base_url: Optional[str],
    max_retries: int,
    timeout: float,
    cache_bytes: int,
    max_response_bytes: int,
) -> Settings:
    """Checks the options of a client. Raises ValueError for an option that can never work."""
    if max_retries < 0:
        raise ValueError("max_retries is 0 or more")
    if not timeout > 0:
        raise ValueError("timeout is a number of seconds above 0")
    return Settings(
        api_key=_secret(api_key if api_key is not None else os.environ.get("ODDSKEEPER_KEY"), "api_key"),
        access_token=_secret(access_token, "access_token"),
        base_url=_base_url(base_url),
        max_retries=max_retries,
        timeout=timeout,
        cache_bytes=cache_bytes,
        max_response_bytes=max_response_bytes,
    )
