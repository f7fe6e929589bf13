import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct PandoPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    CasePathableMacro.self,
    CheckedSendableMacro.self,
    DependencyClientMacro.self,
    ObservableStateMacro.self,
    ObservationStateIgnoredMacro.self,
    ObservationStateTrackedMacro.self,
    PresentedFieldsMacro.self,
    PresentsMacro.self,
    ReducerCaseEphemeralMacro.self,
    ReducerCaseIgnoredMacro.self,
    ReducerMacro.self,
    UncodableMacro.self,
    ViewActionMacro.self,
    WireCodedMacro.self,
  ]
}
