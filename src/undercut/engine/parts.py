"""How Numba compiles functions that only compiled functions call: as parts of the functions that Python calls.

Numba by default optimizes each function together with all that it calls, and makes machine code of it. A function that
is called through ten others is then optimized ten times. A part is only translated; whatever calls it from Python, an
entry point, is optimized once, with all its parts.
"""

# Numba has no types: the type checker looks away here, as in `compiled`.
# pyright: basic, reportMissingParameterType=false

from __future__ import annotations

from types import SimpleNamespace

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.untyped_passes import IRProcessing


class _Part(JITCodeLibrary):
    """The code of one part, which other code links."""

    @property
    def codegen(self):  # noqa: ANN202  Numba has no types
        # Numba sets an environment at the address of the code; a part has none.
        return SimpleNamespace(set_env=lambda _name, _environment: None)

    def _optimize_functions(self, ll_module):  # noqa: ANN001, ANN202  as above
        ll_module.data_layout = self._codegen._data_layout  # noqa: SLF001  as Numba's own libraries do

    def _optimize_final_module(self):  # noqa: ANN202  as above
        pass

    def _finalize_final_module(self):  # noqa: ANN202  as above
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name):  # noqa: ANN001, ANN202, ARG002  as above
        self._ensure_finalized()
        return 0


@register_pass(mutates_CFG=False, analysis_only=True)
class _AsPart(FunctionPass):
    _name = "as_part"

    def __init__(self):  # noqa: ANN204  as above
        FunctionPass.__init__(self)

    def run_pass(self, state):  # noqa: ANN001, ANN202  as above
        state.library = _Part(state.targetctx.codegen(), state.func_id.func_qualname)
        return False


class PartCompiler(CompilerBase):
    """Numba's compiler, which keeps what it makes as a part."""

    def define_pipelines(self):  # noqa: ANN201  as above
        """Give Numba's usual passes, and one that sets the part up."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_AsPart, IRProcessing)
        passes.finalize()
        return [passes]
