"""The types of a state's fields, for type checkers: compiled rules need none. `state.py` says what the fields mean.

A test holds the names and shapes here against those of `state.FIELDS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

Array = TypeVar("Array")
Record = TypeVar("Record")

if TYPE_CHECKING:

    class Ints(NDArray[np.int64]):
        """A row of integers as compiled code sees it: of whatever width they are stored, an element is an `int`."""

        @overload  # type: ignore[override]
        def __getitem__(self, place: int) -> int: ...
        @overload
        def __getitem__(self, place: Any) -> Any: ...
        def __getitem__(self, place: Any) -> Any: ...

    class IntTable(NDArray[np.int64]):
        """Rows of integers."""

        @overload  # type: ignore[override]
        def __getitem__(self, place: tuple[int, int]) -> int: ...
        @overload
        def __getitem__(self, place: int) -> Ints: ...
        @overload
        def __getitem__(self, place: Any) -> Any: ...
        def __getitem__(self, place: Any) -> Any: ...

    class IntTables(NDArray[np.int64]):
        """One table for each island."""

        @overload  # type: ignore[override]
        def __getitem__(self, place: tuple[int, int, int]) -> int: ...
        @overload
        def __getitem__(self, place: tuple[int, int]) -> Ints: ...
        @overload
        def __getitem__(self, place: int) -> IntTable: ...
        @overload
        def __getitem__(self, place: Any) -> Any: ...
        def __getitem__(self, place: Any) -> Any: ...

    class RecordArray(NDArray[np.void], Generic[Record]):
        """Records of one kind, in one or two dimensions."""

        @overload  # type: ignore[override]
        def __getitem__(self, place: int | tuple[int, int]) -> Record: ...
        @overload
        def __getitem__(self, place: Any) -> Any: ...
        def __getitem__(self, place: Any) -> Any: ...

else:
    Ints = IntTable = IntTables = RecordArray = np.ndarray

Records: TypeAlias = NDArray[np.void]  # an array of records


class Facts(Generic[Array]):
    """The fields that a snapshot has too (`snapshot.py`); an array there is a sequence that cannot be written to."""

    hand: Array
    supply: int
    set_aside: Array
    cards: Array
    fresh: int
    deck: int
    removed: int
    offer: int
    proposal: Array
    dice_left: int
    open_corners: Array
    empty_edges: Array
    hexes: Array
    turn: int
    players: int
    cards_each: int
    island: int
    phase: int
    part: int
    roller: int
    actor: int
    starter: int
    setup_step: int
    setup_corner: int
    contenders: int
    order_roll: Array
    placed_start: int
    die_one: int
    die_two: int
    rolled: int
    built: int
    card_played: int
    free_roads: int
    robber: int
    victim: int
    winner: int
    discard_left: Array
    answer: Array
    knights: Array
    roads_left: Array
    settlements_left: Array
    cities_left: Array
    route_holder: int
    army_holder: int
    route: Array
    points: Array
    rates: Array
    terrain: Array
    number: Array
    building: Array
    road: Array
    unused: Array
    # --- options
    target: int
    discard_limit: int
    shortage: int
    tie_after_break: int
    separate_phases: int
    pairing: int
    friendly_robber: int
    dice_deck: int
    no_seven_rounds: int
    open_hands: int
    hidden_supply: int
    optional_roads: int
    hidden_discards: int


class StateRecord(Facts[Ints]):
    """A state as compiled rules see it: fields are integers, or arrays of integers."""

    near_corners: IntTable
    near_edges: IntTable
    settled: IntTable
    income: IntTable
    harbor_edge: Ints
    harbor_kind: Ints
    corner_harbor: Ints
