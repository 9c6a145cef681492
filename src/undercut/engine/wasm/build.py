"""Build the modules: ``make modules``. Numba writes LLVM IR, llvmlite makes an object of it, lld of Zig links it.

Numba translates each function as a part, which holds all that it calls as unoptimized LLVM IR. llvmlite
links these with an export for each, optimizes for wasm32 and writes an object. The same sources give the same bytes.
"""

# Numba and llvmlite have no types: the type checker looks away here, as in `compiled`.
# pyright: basic, reportMissingParameterType=false

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from types import FunctionType

import llvmlite.binding as llvm
from numba import types

from undercut.engine import compiled, loops
from undercut.engine.engine import Engine
from undercut.engine.host import Host, Layer
from undercut.engine.wasm import digest_of, mark, path_of, sources_of
from undercut.errors import UndercutError

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+simd128,+sign-ext,+nontrapping-fptoint,+mutable-globals"
LEVEL = 2

# Numba's functions return 0 or -2 (nothing); any other status is an exception.
EXPORT = """
declare i32 @"{target}"({types})
define i64 @{name}({ours}) {{
  %result = alloca i64
  %exception = alloca ptr
  store i64 0, ptr %result
  {sizes}
  %status = call i32 @"{target}"({theirs})
  switch i32 %status, label %failed [ i32 0, label %done i32 -2, label %done ]
failed:
  call void @llvm.trap()
  unreachable
done:
  %value = load i64, ptr %result
  ret i64 %value
}}
"""


def export(name: str, target: str, arguments: Iterable[object]) -> str:
    """Write a function that calls another by Numba's convention; an array is given as its address and its shape."""
    ours: list[str] = []
    theirs, sizes = ["ptr %result", "ptr %exception"], []
    for place, each in enumerate(arguments):
        it = f"%a{place}"
        if not isinstance(each, types.Array):
            ours.append(f"{'ptr' if isinstance(each, types.Record) else 'i64'} {it}")
            theirs.append(ours[-1])
            continue
        axes = range(each.ndim)
        item = each.dtype.size if isinstance(each.dtype, types.Record) else each.dtype.bitwidth // 8
        ours += [f"ptr {it}", *(f"i32 {it}n{axis}" for axis in axes)]
        sizes += [f"{it}w{axis} = zext i32 {it}n{axis} to i64" for axis in axes]
        # The number of all items from each axis on; a last axis is followed by single items.
        sizes.append(f"{it}m{each.ndim} = add i64 0, 1")
        sizes += [f"{it}m{axis} = mul i64 {it}m{axis + 1}, {it}w{axis}" for axis in reversed(axes)]
        sizes += [f"{it}s{axis} = mul i64 {it}m{axis + 1}, {item}" for axis in axes]
        # The owner of the memory, its parent, the number and the size of the items, the data, the shape, the strides.
        theirs += ["ptr null", "ptr null", f"i64 {it}m0", f"i64 {item}", f"ptr {it}"]
        theirs += [f"i64 {it}{letter}{axis}" for letter in "ws" for axis in axes]
    parts = {"types": [each.split()[0] for each in theirs], "ours": ours, "theirs": theirs}
    joined = {key: ", ".join(each) for key, each in parts.items()}
    return EXPORT.format(name=name, target=target, sizes="\n  ".join(sizes), **joined)


def translate(engine: Engine, functions: Iterable[FunctionType]) -> llvm.ModuleRef:
    """Translate functions of an engine, with all that they call, to one module of LLVM IR."""
    found, text = [], "declare void @llvm.trap()\n"
    for plain in functions:
        # The hosted functions have no annotations; the plain ones have.
        part = compiled.part(engine.game, checked=False)(vars(engine.functions)[plain.__name__].py_func)
        part.compile(compiled.signature(plain, engine.dtype))
        (result,) = part.overloads.values()
        found.append(result.library.get_llvm_str())
        text += export(plain.__name__, result.fndesc.llvm_func_name, result.signature.args)
    module = llvm.parse_assembly(text)
    for each in found:
        module.link_in(llvm.parse_assembly(each))
    return module


def emit(module: llvm.ModuleRef, exports: list[str]) -> bytes:
    """Optimize a module, and make an object for wasm32."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(cpu="generic", features=FEATURES, opt=LEVEL)
    module.triple, module.data_layout = TRIPLE, str(machine.target_data)
    for each in (*module.functions, *module.global_variables):
        # WebAssembly has no `common` variables; internal functions can be inlined and left out.
        if not each.is_declaration and each.name not in exports:
            each.linkage = llvm.Linkage.internal
    module.verify()
    builder = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=LEVEL))
    builder.getModulePassManager().run(module, builder)
    return machine.emit_object(module)


def link(object_code: bytes, exports: list[str]) -> bytes:
    """Link an object; nothing may be missing, so that the module imports nothing."""
    options = ["--no-entry", "--strip-all", *(f"--export={name}" for name in ("__heap_base", *exports))]
    with tempfile.TemporaryDirectory() as made:
        source, target = Path(made, "engine.o"), Path(made, "engine.wasm")
        source.write_bytes(object_code)
        zig = [sys.executable, "-m", "ziglang", "cc", "-target", "wasm32-freestanding", "-O2", str(source)]
        subprocess.run([*zig, *(f"-Wl,{each}" for each in options), "-o", str(target)], check=True)  # noqa: S603  ours
        return target.read_bytes()


def build(game: str, layers: tuple[Layer, ...]) -> bytes:
    """Build the module of a game's layers, the rules first."""
    if os.environ.get("NUMBA_OPT") != "0":
        message = "NUMBA_OPT is not 0: Numba's optimizer would write the offsets of 64-bit pointers into the code"
        raise UndercutError(message)
    engine = Engine(game, Host.COMPILED, *layers)
    functions = [loops.perft, loops.trace, *(function for layer in layers for function in layer.entry_points)]
    exports = [each.__name__ for each in functions]
    module = link(emit(translate(engine, functions), exports), exports)
    return mark(module, digest_of(sources_of(layers)))


def write(game: str, layers: tuple[Layer, ...]) -> Path:
    """Build the module of a game, and put it beside its rules."""
    path = path_of(layers[0])
    path.write_bytes(build(game, layers))
    return path
