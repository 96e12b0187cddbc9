"""A contract for import-linter: "these modules import only what is listed".

import-linter's own contracts forbid what they name, so that a new module slips through. This one lists what
is allowed. Only direct imports count: what a permitted module imports in turn is its own affair.
"""

from __future__ import annotations

import sys

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


def _within(module: str, packages: set[str]) -> bool:
    """Whether `module` is one of `packages` or lies inside one."""
    parts = module.split(".")
    return any(".".join(parts[:n]) in packages for n in range(1, len(parts) + 1))


class OnlyContract(Contract):
    """`modules` (with all inside them) import each other and `may_import`, never `may_not_import`.

    `may_import` takes module names and the words `stdlib` (all of the standard library) and `external`
    (anything that is no root package and not the standard library). A name that does not exist yet is
    no error: a contract may stand before its package does.
    """

    modules = fields.ListField(subfield=fields.StringField())
    may_import = fields.ListField(subfield=fields.StringField())
    may_not_import = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        own = set(self.modules)
        allowed = set(self.may_import)
        forbidden = set(self.may_not_import or [])
        roots = set(self.session_options["root_packages"])
        broken = []
        for importer in sorted(graph.modules):
            if not _within(importer, own):
                continue
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                if _within(imported, own) and not _within(imported, forbidden):
                    continue
                top = imported.partition(".")[0]
                kind = "ours" if top in roots else "stdlib" if top in sys.stdlib_module_names else "external"
                if _within(imported, forbidden) or not (kind in allowed or _within(imported, allowed)):
                    broken += [
                        (importer, imported, detail["line_number"])
                        for detail in graph.get_import_details(importer=importer, imported=imported)
                    ]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported, line in check.metadata["broken"]:
            output.print_error(f"{importer} line {line}: may not import {imported}", bold=False)
