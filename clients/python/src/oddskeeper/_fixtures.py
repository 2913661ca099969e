"""The lists of fixtures that calls return."""

from typing import TYPE_CHECKING, Any, List, Mapping, TypeVar

if TYPE_CHECKING:
    from ._frame import Library

T = TypeVar("T", bound=Mapping[str, Any])


class FixtureList(List[T]):
    """A list of fixtures that can become a data frame."""

    def to_frame(self, library: "Library" = None) -> Any:
        """One row per fixture, book, market, line and outcome. See `oddskeeper.to_frame`."""
        from ._frame import to_frame

        return to_frame(self, library)
