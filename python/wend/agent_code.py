"""Hash of an agent: of its code and of its initial state.

A log is resumed only by the agent that started it. A class name does not identify code, so the header
of the log contains this hash. It covers the bytecode of the agent, every function and class of the
user's modules that it can reach, the globals and closures these read, and the agent's attributes
(numbers, texts, arrays, weights, and whatever pickle can store). Comments, line numbers and other packages are not part of it.
"""

from __future__ import annotations

import contextlib
import copyreg
import functools
import hashlib
import random
import site
import sys
import sysconfig
import types
import warnings
import weakref
from typing import Any

import numpy as np

_PLAIN = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis))
_CONTAINERS = (np.ndarray, list, tuple, set, frozenset, dict)
_OTHERS = tuple({sysconfig.get_paths()[k] for k in ("stdlib", "platstdlib", "purelib", "platlib")}
                | set(site.getsitepackages() if hasattr(site, "getsitepackages") else ()))

_LOOSE = {"globals", "vars", "eval", "exec", "__import__", "import_module"}

# Agent -> its digest before its first run, and after its last run.
_left: weakref.WeakKeyDictionary[Any, tuple[str, str]] = weakref.WeakKeyDictionary()
_DEEP = 60  # max nesting of values; deeper ones count by their type


def _is_own(module_name: str | None) -> bool:
    """Whether a module is user code: not of Python, not installed, not wend."""
    module = sys.modules.get(module_name or "")
    if module_name in (None, "builtins") or (module_name or "").partition(".")[0] in ("wend", "numpy"):
        return False
    path = getattr(module, "__file__", None)
    return module_name == "__main__" or (path is not None and not path.startswith(_OTHERS))


class _Walk:
    """Hashes code and values recursively, each once."""

    def __init__(self) -> None:
        self.seen: dict[int, int] = {}
        self.alive: list[Any] = []  # keeps visited objects alive, so that their ids stay unique
        self.digest = hashlib.sha256()
        self.depth = 0

    def put(self, *words: Any) -> None:
        for word in words:
            data = word if isinstance(word, bytes) else str(word).encode("utf-8", "surrogatepass")
            self.digest.update(len(data).to_bytes(8, "little") + data)

    def value(self, value: Any) -> None:
        """Any value; unreadable ones count by their type."""
        if type(value) in _PLAIN:
            self.put(type(value).__name__, repr(value))
            return
        if id(value) in self.seen:
            self.put("again", self.seen[id(value)])
            return
        self.seen[id(value)] = len(self.seen)
        self.alive.append(value)
        self.depth += 1
        if self.depth <= _DEEP:
            self._inside(value)
        else:
            self.put("deep", type(value).__qualname__)
        self.depth -= 1

    def _inside(self, value: Any) -> None:
        if not self._contents(value):
            self._thing(value)
        elif type(value) not in _CONTAINERS and type(value).__module__ != "numpy":  # a subclass may have methods and attributes
            self.value((type(value), _attributes_of(value)))

    def _contents(self, value: Any) -> bool:
        """Items of containers and numbers, of subclasses too; False: it is something else."""
        if isinstance(value, np.ndarray):
            self.put("array", value.dtype.str, value.shape)
            if value.dtype.hasobject:
                self.value(value.tolist())
            else:
                self.put(np.ascontiguousarray(value).tobytes())
            if isinstance(value, np.ma.MaskedArray):
                self.value(np.ma.getmaskarray(value))
        elif isinstance(value, np.generic):
            self.put(value.dtype.str, value.tobytes())
        elif isinstance(value, (list, tuple)):
            self.put(type(value).__name__, len(value))
            for item in value:
                self.value(item)
        elif isinstance(value, (set, frozenset)):
            self.put("set", *sorted(_digest_of(item) for item in value))
        elif isinstance(value, dict):
            self.put("dict", len(value))
            for key, item in value.items():
                self.value(key)
                self.value(item)
        elif isinstance(value, (int, float, complex, str, bytes)):
            base = next(kind for kind in type(value).__mro__ if kind in _PLAIN)
            self.put(base.__name__, base.__repr__(value))
        else:
            return False
        return True

    def _thing(self, value: Any) -> None:
        if isinstance(value, types.CodeType):
            self.code(value)
        elif isinstance(value, functools.partial):
            self.put("partial")
            self.value((value.func, value.args, value.keywords))
        elif isinstance(value, types.MethodType):
            self.put("method")
            self.value((value.__func__, value.__self__))
        elif isinstance(value, types.FunctionType):
            self.function(value)
        elif isinstance(value, type):
            self.type(value)
        elif isinstance(value, types.ModuleType):
            self.module(value)
        elif isinstance(value, (property, staticmethod, classmethod, functools.cached_property)):
            parts = ("fget", "fset", "fdel", "__func__", "func")
            self.value([getattr(value, part, None) for part in parts])
        else:
            self.instance(value)

    def code(self, code: types.CodeType) -> None:
        """Instructions, names and constants, without line numbers."""
        self.put(code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_argcount,
                 code.co_kwonlyargcount, code.co_flags)
        for constant in code.co_consts:
            self.value(constant)

    def function(self, function: types.FunctionType) -> None:
        self.put("function", function.__qualname__)
        if not _is_own(function.__module__):
            return
        self.value((function.__code__, function.__defaults__, function.__kwdefaults__))
        names = _names_of(function.__code__)
        if _LOOSE.intersection(names) and function.__module__ in sys.modules:
            self.value(sys.modules[function.__module__])  # it may access any global by name
        for name in names:
            if name in function.__globals__:
                self.put(name)
                self.value(function.__globals__[name])
        for cell in function.__closure__ or ():
            try:
                self.value(cell.cell_contents)
            except ValueError:
                self.put("empty cell")

    def type(self, kind: type) -> None:
        self.put("class", kind.__module__, kind.__qualname__)
        if not _is_own(kind.__module__):
            return
        self.value(kind.__bases__)
        skipped = ("__dict__", "__weakref__", "__doc__", "__module__", "__firstlineno__",
                   "__static_attributes__", "__annotations__", "__annotate_func__",
                   "__annotations_cache__", "__conditional_annotations__")
        for name, member in sorted(vars(kind).items()):
            if name not in skipped and not isinstance(member, types.GetSetDescriptorType):
                self.put(name)
                self.value(member)

    def module(self, module: types.ModuleType) -> None:
        """Every function and class of user modules; the version of other modules."""
        self.put("module", module.__name__)
        if not _is_own(module.__name__):
            self.put(getattr(module, "__version__", ""))
            return
        for name, member in sorted(vars(module).items()):
            if isinstance(member, (types.FunctionType, type)) and member.__module__ == module.__name__:
                self.put(name)
                self.value(member)

    def instance(self, value: Any) -> None:
        self.value(type(value))
        self.state(value)

    def state(self, value: Any) -> None:
        """The state of an object, without its class."""
        own = getattr(value, "__wend_hash__", None)
        if own is not None:
            self.value(own() if callable(own) else own)
        elif callable(getattr(value, "state_dict", None)):  # torch
            self.value({name: np.asarray(item.detach().cpu()) if hasattr(item, "detach") else item
                        for name, item in value.state_dict().items()})
        elif hasattr(value, "detach") and hasattr(value, "numpy"):
            self.value(np.asarray(value.detach().cpu()))
        elif isinstance(value, (np.random.Generator, np.random.RandomState, random.Random)):
            self.put("random numbers")  # not reproducible, unless the agent seeds it in reset
        else:
            attributes = _attributes_of(value)
            if attributes:
                self.value(attributes)
            else:
                self.reduced(value)

    def reduced(self, value: Any) -> None:
        """The state of objects without attributes (deque, Decimal, range, …): what pickle stores."""
        if isinstance(value, types.MappingProxyType):
            self.value(dict(value))
        elif isinstance(value, types.GeneratorType):
            self.value((value.gi_code, dict(value.gi_frame.f_locals) if value.gi_frame else None))
        elif isinstance(value, memoryview):
            self.put(value.format, value.shape, value.tobytes())
        else:
            self.put_reduced(value)

    def put_reduced(self, value: Any) -> None:
        reduce = copyreg.dispatch_table.get(type(value))
        with contextlib.suppress(Exception), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            parts = reduce(value) if reduce else value.__reduce_ex__(4)
            if isinstance(parts, str):
                self.put("global", parts)
                return
            kind = type(value)  # its code, and what that reads, is not part of the state
            self.put("reduced", len(parts))
            self.value(None if parts[0] is kind else parts[0])
            self.value([part for part in parts[1] if part is not kind])
            self.value(parts[2] if len(parts) > 2 else None)
            for items in parts[3:5]:
                self.value(None if items is None else list(items))


def _names_of(code: types.CodeType) -> list[str]:
    """Names of globals that code may read, including its inner functions."""
    names = list(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names += _names_of(constant)
    return sorted(set(names))


def _attributes_of(value: Any) -> dict[str, Any]:
    found = dict(getattr(value, "__dict__", {}))
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name) and name not in ("__dict__", "__weakref__"):
                found[name] = getattr(value, name)
    return found


def _digest_of(*values: Any) -> str:
    walk = _Walk()
    for value in values:
        walk.value(value)
    return walk.digest.hexdigest()


def digest_agent(agent: Any) -> str:
    """Digest of code and initial state. Runs change the state of an agent: if it is as its last run
    left it, the digest from before its first run is returned."""
    now = _digest_of(agent)
    try:
        begun, left = _left.get(agent, (now, now))
    except TypeError:  # an object without weak references, or one that cannot be hashed
        return now
    return begun if left == now else now


def leave_agent(agent: Any, begun: str) -> None:
    """Records the state of an agent after a run."""
    with contextlib.suppress(TypeError):
        _left[agent] = (begun, _digest_of(agent))


def hash_agent(begun: str, made: Any = None) -> int:
    """64-bit hash for the log, never 0. `made` is a new instance if the agent is a class."""
    walk = _Walk()
    walk.put(begun)
    if made is not None:
        walk.state(made)
    return int(walk.digest.hexdigest()[:16], 16) or 1
