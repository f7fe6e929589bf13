import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct PandoPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    CasePathableMacro.self,
    ReducerMacro.self,
    WireCodedMacro.self,
  ]
}
