"""Assembles a board from the events of a stream or from the responses of `odds.list_changes`."""

from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Optional, Sequence

from ._errors import OddskeeperError
from ._events import StreamEvent
from ._fixtures import FixtureList
from .types import FixtureOdds

if TYPE_CHECKING:
    from ._frame import Library

Fixtures = Dict[str, FixtureOdds]


class Board:
    """The state of all fixtures at one moment. It never changes: the next change gives a new board."""

    def __init__(
        self,
        sports: Dict[str, Fixtures],
        *,
        cursor: Optional[str],
        event: Optional[StreamEvent],
        reset: Optional[str],
        late: List[str],
        as_of: Optional[str],
        source: str,
    ) -> None:
        self._sports = sports
        self.cursor = cursor
        """The newest position whose changes are all in this board. `odds.list_changes` goes on from it."""
        self.event = event
        """The event that led to this board. None if it came from `odds.list_changes`."""
        self.reset = reset
        """Why the board was rebuilt since the board before, or why the service ended the connection (`shutdown`). None if neither."""
        self.late = late
        """The books whose prices the service itself receives late."""
        self.as_of = as_of
        """The service's time in its last heartbeat."""
        self.source = source
        """`stream`, or `changes` if the client polls because it cannot hold a stream."""

    @property
    def sports(self) -> List[str]:
        """The sports of the board."""
        return list(self._sports)

    @property
    def fixtures(self) -> "FixtureList[FixtureOdds]":
        """All fixtures, by commence time, then id."""
        return _ordered(fixture for by_id in self._sports.values() for fixture in by_id.values())

    def sport(self, sport: str) -> "FixtureList[FixtureOdds]":
        """The fixtures of one sport, exactly as `odds.list` returns them."""
        return _ordered(self._sports.get(sport, {}).values())

    def fixture(self, fixture_id: str) -> Optional[FixtureOdds]:
        """One fixture. None if the board does not have it."""
        for by_id in self._sports.values():
            if fixture_id in by_id:
                return by_id[fixture_id]
        return None

    def to_frame(self, library: "Library" = None) -> Any:
        """One row per fixture, book, market, line and outcome. See `oddskeeper.to_frame`."""
        return self.fixtures.to_frame(library)

    def __repr__(self) -> str:
        count = sum(len(by_id) for by_id in self._sports.values())
        return f"<Board of {count} fixtures at {self.cursor}>"


def _ordered(fixtures: Iterable[FixtureOdds]) -> "FixtureList[FixtureOdds]":
    return FixtureList(sorted(fixtures, key=lambda fixture: (fixture["commence_time"], fixture["id"])))


def _with_times(fixture: FixtureOdds, books: Sequence[Any]) -> FixtureOdds:
    """A copy with the times of `checked`. Boards that were handed out keep the old times."""
    times = {book["key"]: book for book in books}
    bookmakers: List[Any] = []
    quoted: Any = fixture["bookmakers"]
    for book in quoted:
        checked = times.get(book["key"])
        if checked is not None:
            by_market = checked.get("markets") or {}
            markets = [
                {**market, "last_update": by_market.get(market["key"], market["last_update"])}
                for market in book["markets"]
            ]
            book = {
                **book,
                "last_update": checked.get("last_update", book["last_update"]),
                "markets": markets,
            }
        bookmakers.append(book)
    copy = fixture.copy()
    copy["bookmakers"] = bookmakers
    return copy


class Assembler:
    """Applies events. Its board and its cursor always belong together, so that a stream can go on from them."""

    def __init__(self, sports: Sequence[str]) -> None:
        self._wanted = list(dict.fromkeys(sports))
        self._sports: Dict[str, Fixtures] = {}
        # The snapshots that have arrived, until every sport has one. None if no snapshots are awaited.
        self._incoming: Optional[Dict[str, Fixtures]] = {}
        self._reset: Optional[str] = None
        self._changed = False
        self.cursor: Optional[str] = None
        """The position to resume from. None if the board is not complete."""
        self.late: List[str] = []
        self.as_of: Optional[str] = None

    def reconnected(self) -> None:
        """Forgets the snapshots of a connection that broke: the next one resumes from the cursor, or begins anew."""
        self._incoming = {} if self.cursor is None else None

    def _board(self, event: Optional[StreamEvent], source: str) -> Board:
        reset, self._reset, self._changed = self._reset, None, False
        return Board(
            # The fixtures of a sport are replaced, never changed, so boards can share them.
            dict(self._sports),
            cursor=self.cursor,
            event=event,
            reset=reset,
            late=self.late,
            as_of=self.as_of,
            source=source,
        )

    def _put_snapshot(self, sport: str, fixtures: Sequence[FixtureOdds]) -> None:
        by_id = {fixture["id"]: fixture for fixture in fixtures}
        if self._incoming is None:
            self._sports[sport] = by_id
        else:
            self._incoming[sport] = by_id
            # Counted, not compared by name: a sport may have been asked for by another name than the service uses.
            if len(self._incoming) < len(self._wanted):
                return
            self._sports, self._incoming = self._incoming, None
        self._changed = True

    def _fixtures(self, sport: str) -> Optional[Fixtures]:
        """The fixtures that an event changes. None while the sport's snapshot, which will include the change, is awaited."""
        return self._sports.get(sport, {}) if self._incoming is None else self._incoming.get(sport)

    def _replace(self, sport: str, fixtures: Fixtures) -> None:
        (self._sports if self._incoming is None else self._incoming)[sport] = fixtures
        self._changed = True

    def _put_fixture(self, fixture: FixtureOdds) -> None:
        fixtures = self._fixtures(fixture["sport_key"])
        if fixtures is not None:
            self._replace(fixture["sport_key"], {**fixtures, fixture["id"]: fixture})

    def _remove(self, sport: str, fixture_id: str) -> None:
        fixtures = self._fixtures(sport)
        if fixtures is not None and fixture_id in fixtures:
            self._replace(sport, {key: value for key, value in fixtures.items() if key != fixture_id})

    def _check(self, sport: str, items: Sequence[Any]) -> None:
        fixtures = self._fixtures(sport) or {}
        moved = {
            item["id"]: _with_times(fixtures[item["id"]], item.get("bookmakers") or [])
            for item in items
            if item["id"] in fixtures
        }
        if moved:
            self._replace(sport, {**fixtures, **moved})

    def apply(self, event: StreamEvent) -> Optional[Board]:
        """Applies one event. Returns the new board once it is complete up to a cursor, None before.

        Raises OddskeeperError `INVALID_RESPONSE` for an event that cannot be read.
        """
        try:
            self._apply(event.name, event.data)
        except (KeyError, TypeError, AttributeError) as error:
            raise OddskeeperError(
                "INVALID_RESPONSE", f"The event {event.name[:40]!r} cannot be read."
            ) from error
        # A reset has the id of an empty board, for clients that drop theirs. This one keeps its board and its own cursor.
        if event.id is None or event.name == "reset" or self._incoming is not None:
            return None
        self.cursor = event.id
        return self._board(event, "stream") if self._changed else None

    def _apply(self, name: str, data: Any) -> None:
        if name == "reset":
            self._reset = str(data["reason"])
            # After a shutdown, the next connection resumes.
            if self._reset != "shutdown":
                self._incoming, self.cursor = {}, None
        elif name == "snapshot":
            self._put_snapshot(data["sport"], data["fixtures"])
        elif name == "fixture":
            self._put_fixture(data)
        elif name == "checked":
            self._check(data["sport"], data["fixtures"])
        elif name == "gone":
            self._remove(data["sport"], data["id"])
        elif name == "heartbeat":
            late = list(data.get("late") or [])
            self._changed = self._changed or late != self.late
            self.late, self.as_of = late, data.get("as_of")

    def apply_changes(self, changes: Any) -> Optional[Board]:
        """Applies a response of `odds.list_changes`. Returns the new board, or None if nothing changed."""
        try:
            self._apply_changes(changes)
        except (KeyError, TypeError, AttributeError) as error:
            raise OddskeeperError("INVALID_RESPONSE", "The changes cannot be read.") from error
        return self._board(None, "changes") if self._changed else None

    def _apply_changes(self, changes: Any) -> None:
        if changes["reset"] or self.cursor is None:
            if changes["reset"]:
                self._reset = "too_old"
            self._sports = {sport: {} for sport in self._wanted}
            self._changed = True
        self._incoming = None
        for fixture in changes["changed"]:
            self._put_fixture(fixture)
        for item in changes["gone"]:
            self._remove(item["sport"], item["id"])
        for item in changes["checked"]:
            self._check(item["sport"], item["fixtures"])
        self.cursor = changes["cursor"]
