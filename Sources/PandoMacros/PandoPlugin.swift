import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct PandoPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    CasePathableMacro.self,
    DependencyClientMacro.self,
    PresentsMacro.self,
    ReducerMacro.self,
    ViewActionMacro.self,
    WireCodedMacro.self,
  ]
}
