"""A game's engine on one host: the functions of its layers, and the arrays that they work on.

An engine copies the functions of its layers' modules, and of no others, into its own namespace and decorates them
there, so that all hosts exist side by side in one process.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from operator import attrgetter
from threading import Lock
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from undercut.engine import contract
from undercut.engine.contract import Fields, copy_fields
from undercut.engine.host import IN_PAGE, Host, Layer, finish, folder_of, is_finished
from undercut.errors import UndercutError

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import DTypeLike

    from undercut.engine.contract import Cells, Weights


_Parameters = ParamSpec("_Parameters")
_Answer = TypeVar("_Answer")

_IN_MODULES = ("rules", "search")


class Engine:
    """One game on one host; ``functions`` holds the functions of its layers by name."""

    def __init__(self, game: str, host: Host, rules: Layer, *others: Layer) -> None:
        """Set up the functions of the layers; compiled ones are compiled, or read from disk, when first called."""
        self.game = game
        self.host = host
        self.functions = SimpleNamespace()
        self._layers: dict[str, Layer] = {}
        self._extending = Lock()  # threads share an engine
        self._prepared: set[tuple[str, str]] = set()
        self._layer_of: dict[str, str] = {}  # of the functions that Python has not called yet
        names = {name: value for module in rules.given for name, value in vars(module).items()}
        _refuse_missing(game, [name for name in ("Table", "PACK_SIZE", "MAX_MOVES") if name not in names])
        self.table = cast("type[Fields]", names["Table"])
        self.pack_size = cast("int", names["PACK_SIZE"])
        self.max_moves = cast("int", names["MAX_MOVES"])
        self._known = self._stand_ins()
        for layer in (rules, *others):
            self.extend(layer)

    def _stand_ins(self) -> dict[object, object]:
        if self.host in {Host.PLAIN, Host.WASM}:
            return {contract.scratch: lambda: [0] * self.max_moves, contract.copy_state: contract.copy_state}
        from undercut.engine import compiled  # noqa: PLC0415  Numba takes half a second: only those who compile wait

        unchecked = compiled.UNCHECKED if self.host is Host.COMPILED else {}
        own = {contract.scratch: compiled.scratch(self.max_moves), contract.copy_state: compiled.copying(self.game)}
        return compiled.REPLACED | unchecked | own

    def extend(self, layer: Layer) -> None:
        """Add the functions of a layer, unless they are there; they call those of the layers before."""
        with self._extending:
            if layer.name not in self._layers:
                _refuse_missing(self.game, layer.missing)
                self._add(layer)
                self._layers[layer.name] = layer
                self._layer_of |= {function.__name__: layer.name for function in layer.entry_points}

    def _add(self, layer: Layer) -> None:
        if self.host is Host.WASM:
            if layer.name not in _IN_MODULES:
                message = f"the module of {self.game} for the host wasm has no {layer.name}: use the host compiled"
                raise UndercutError(message)
            return  # its functions are those of an instance
        if self.host is Host.PLAIN:
            vars(self.functions).update(self._assemble(layer, lambda function: function))
            return
        from undercut.engine import compiled  # noqa: PLC0415  as above

        checked = self.host is Host.CHECKED
        with compiled.cached_in(folder_of(self.game, (*self.layers, layer), self.host)) as cached:
            for name, function in self._assemble(layer, compiled.part(self.game, checked=checked)).items():
                setattr(self.functions, name, compiled.entry(function, checked=checked, cached=cached))

    def _assemble(self, layer: Layer, decorate: contract.Decorator) -> dict[str, object]:
        """Decorate the functions of a layer; give those that Python may call, by name."""
        given = [function for module in layer.given for function in contract.defined_in(module)]
        serving = [function for module in layer.loops for function in contract.defined_in(module)]
        # The loops name the contract's functions; the game's own stand in for them.
        filled = layer.filled
        defaults = [stub for stub in layer.contract.optional if stub not in filled]
        contract.rehost([*given, *serving, *defaults], filled, decorate, self._known)
        return {function.__name__: self._known[function] for function in (*serving, *layer.contract.stubs)}

    @property
    def layers(self) -> tuple[Layer, ...]:
        return tuple(self._layers.values())

    def _layers_to(self, name: str) -> tuple[Layer, ...]:
        names = [*self._layers]
        return tuple(self._layers[each] for each in names[: names.index(name) + 1])

    def instance(self) -> Engine:
        """Return an engine for arrays that one thread uses at a time: with memory of its own on the host `wasm`."""
        if self.host is not Host.WASM:
            return self
        from undercut.engine.wasm import path_of  # noqa: PLC0415  it needs this module

        path = path_of(self._layers["rules"])
        if not path.exists():
            raise UndercutError(f"{self.game} has no module for the host wasm; UNDERCUT_HOST may be compiled or plain")
        if IN_PAGE:
            from undercut.engine.wasm.browser import BrowserEngine  # noqa: PLC0415  only there

            return BrowserEngine(self, path)
        from undercut.engine.wasm.wasmtime import WasmtimeEngine  # noqa: PLC0415  it takes a tenth of a second

        return WasmtimeEngine(self, path)

    def prepare(self, layer: str) -> None:
        """Compile the functions of a layer that Python calls, saying so, unless they lie compiled on disk."""
        self._compile(layer, "", self._layers[layer].entry_points)

    def prepare_function(self, plain: FunctionType, layer: str = "rules") -> None:
        """Compile one more function of a layer's loops, saying so, unless it lies compiled on disk."""
        self._compile(layer, plain.__name__, [plain])

    def _compile(self, layer: str, name: str, functions: Sequence[FunctionType]) -> None:
        if self.host in {Host.PLAIN, Host.WASM} or (layer, name) in self._prepared:
            return
        folder, part = folder_of(self.game, self._layers_to(layer), self.host), f"-{name}" if name else ""
        if not is_finished(folder, part):
            from undercut.engine import compiled  # noqa: PLC0415  as above

            title = f"{self.game}, {name or layer} ({self.host.value})"
            compiled.prepare(title, self.functions, functions, self.dtype)
            finish(folder, part)
        self._prepared.add((layer, name))

    def hosted(self, plain: Callable[_Parameters, _Answer]) -> Callable[_Parameters, _Answer]:
        """Return this host's function that stands for a plain one of its layers; its layer is prepared at first."""
        if layer := self._layer_of.pop(plain.__name__, None):
            self.prepare(layer)
        return getattr(self.functions, plain.__name__)

    def direct(self, plain: Callable[_Parameters, _Answer]) -> Callable[_Parameters, _Answer]:
        """Return a function to call with arguments of exactly its types, as other arguments are not recognized."""
        function = self.hosted(plain)
        if self.host is Host.PLAIN:
            return function
        from undercut.engine import compiled  # noqa: PLC0415  as above

        return cast("Any", function).compile(compiled.signature(cast("FunctionType", plain), self.dtype))

    def states(self, number: int) -> list[Fields] | np.ndarray:
        """Make a batch of states, every field zero: a list of plain states, or a NumPy array of records."""
        if self.host is Host.PLAIN:
            return [self.table() for _ in range(number)]
        return self._zeros(number, self.dtype)

    def _zeros(self, shape: int | tuple[int, ...], dtype: DTypeLike) -> np.ndarray:
        import numpy as np  # noqa: PLC0415  as above

        return np.zeros(shape, dtype)

    @cached_property
    def dtype(self) -> np.dtype:
        """The NumPy type of one compiled state, from the same field table as the plain class."""
        import numpy as np  # noqa: PLC0415  as above

        fields = [(name, np.int64, (size,)) if size else (name, np.int64) for name, size in self.table.lengths.items()]
        return np.dtype(fields)

    def cells(self, length: int) -> Cells:
        """Make room for integers, zero at first."""
        if self.host is Host.PLAIN:
            return [0] * length
        return cast("Cells", self._zeros(length, "int64"))

    def rows(self, number: int, length: int) -> list[Cells]:
        """Make room for rows of integers, zero at first."""
        if self.host is Host.PLAIN:
            return [[0] * length for _ in range(number)]
        return cast("list[Cells]", self._zeros((number, length), "int64"))

    def weights(self, numbers: Sequence[int] | np.ndarray) -> Weights:
        """Copy the weights of a network, each of 32 bits."""
        if self.host is Host.PLAIN:
            return list(map(int, numbers))
        if self.host is Host.WASM:
            return cast("Weights", array("i", map(int, numbers)))  # an instance copies them to its memory
        import numpy as np  # noqa: PLC0415  as above

        return cast("Weights", np.array(numbers, dtype=np.int32))

    def load(self, source: Fields, states: list[Fields] | np.ndarray, place: int) -> None:
        """Copy a plain state into a batch."""
        if self.host is Host.PLAIN:
            contract.copy_fields(source, cast("list[Fields]", states)[place])
        else:
            cast("np.ndarray", states)[place] = attrgetter(*source.lengths)(source)

    def unload(self, states: list[Fields] | np.ndarray, place: int) -> Fields:
        """Copy a state of a batch into a new plain one."""
        target = object.__new__(self.table)  # every field is set
        if isinstance(states, list):
            contract.copy_fields(states[place], target)
        else:
            values = states[place].item()
            for (name, size), value in zip(target.lengths.items(), values, strict=True):
                setattr(target, name, value.tolist() if size else value)
        return target


def _refuse_missing(game: str, names: list[str]) -> None:
    if names:
        raise UndercutError(f"the rules of {game} are not complete: {', '.join(names)} missing")


# --- One move ahead on plain tables -----------------------------------------------------------------------------------

_Table = TypeVar("_Table", bound=Fields)
_POOL = 1024


def legal_codes(engine: Engine, table: Fields) -> list[int]:
    codes = [0] * engine.max_moves
    return codes[: engine.functions.legal_moves(table, codes)]


def copy_of(table: _Table) -> _Table:
    twin = object.__new__(type(table))  # the copy sets every field
    copy_fields(table, twin)
    return twin


def table_after(engine: Engine, table: _Table, code: int) -> _Table:
    """Play a move on a copy of a table, without any chance node that follows."""
    following = copy_of(table)
    engine.functions.play(following, code)
    return following


def table_after_shuffles(engine: Engine, table: _Table, code: int, randomness: random.Random) -> _Table:
    """Play a move on a copy of a table, with shuffles until the game is over or a seat is to move."""
    following, pool = table_after(engine, table, code), [0] * _POOL
    while not engine.functions.is_over(following) and engine.functions.chance_need(following):
        cards = pool[: engine.functions.chance_pool(following, pool)]
        randomness.shuffle(cards)
        engine.functions.apply_chance(following, cards)
    return following
