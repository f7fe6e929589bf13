import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import PandoMacros

/// Expects what the macros make of a source, and what they report.
///
/// - Parameters:
///   - conformances: The protocols that the expanded types do not declare yet.
///   - onlyReducer: Whether attributes of the other macros stay as they are.
///   - addsEmptyParts: Whether the protocols that bring what a feature leaves out are expected.
///   - fixIts: The fix-its to apply, by their messages; `fixed` is the source after that.
func expectExpansion(
  of source: String,
  to expanded: String,
  conformances: [TypeSyntax] = ["Conformance"],
  diagnostics: [DiagnosticSpec] = [],
  onlyReducer: Bool = false,
  addsEmptyParts: Bool = false,
  applying fixIts: [String]? = nil,
  fixed: String? = nil,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let emptyParts: [TypeSyntax] = ["_StatelessReducer", "_ActionlessReducer", "_BodilessReducer"]
  var macros = [
    "CasePathable": MacroSpec(
      type: CasePathableMacro.self,
      conformances: conformances.isEmpty ? [] : ["CasePathable", "CasePathIterable"]),
    "CheckedSendable": MacroSpec(
      type: CheckedSendableMacro.self, conformances: conformances),
    "DependencyClient": MacroSpec(type: DependencyClientMacro.self),
    "ObservableState": MacroSpec(type: ObservableStateMacro.self, conformances: conformances),
    "ObservationStateIgnored": MacroSpec(type: ObservationStateIgnoredMacro.self),
    "ObservationStateTracked": MacroSpec(type: ObservationStateTrackedMacro.self),
    "PresentedFields": MacroSpec(
      type: PresentedFieldsMacro.self, conformances: conformances),
    "Presents": MacroSpec(type: PresentsMacro.self),
    "Reducer": MacroSpec(
      type: ReducerMacro.self,
      conformances: conformances.isEmpty
        ? []
        : ["Reducer", "CaseReducer"] + (addsEmptyParts ? emptyParts : [])),
    "ReducerCaseEphemeral": MacroSpec(type: ReducerCaseEphemeralMacro.self),
    "ReducerCaseIgnored": MacroSpec(type: ReducerCaseIgnoredMacro.self),
    "Uncodable": MacroSpec(type: UncodableMacro.self, conformances: conformances),
    "ViewAction": MacroSpec(type: ViewActionMacro.self, conformances: conformances),
    "WireCoded": MacroSpec(type: WireCodedMacro.self, conformances: conformances),
  ]
  if onlyReducer { macros = macros.filter { $0.key == "Reducer" } }
  assertMacroExpansion(
    source,
    expandedSource: expanded,
    diagnostics: diagnostics,
    macroSpecs: macros,
    applyFixIts: fixIts,
    fixedSource: fixed,
    indentationWidth: .spaces(2),
    failureHandler: { failure in
      Issue.record(
        Comment(rawValue: failure.message),
        sourceLocation: SourceLocation(
          fileID: failure.location.fileID,
          filePath: failure.location.filePath,
          line: failure.location.line,
          column: failure.location.column
        )
      )
    },
    fileID: fileID,
    filePath: filePath,
    line: line,
    column: column
  )
}
