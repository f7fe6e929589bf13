import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("What @ObservableState refuses")
struct ObservableStateDiagnosticTests {
  @Test("a class, which can become a struct")
  func classes() {
    expectExpansion(
      of: "@ObservableState class State {}",
      to: "class State {}",
      conformances: [],
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' can only be applied to struct and enum types",
          line: 1, column: 18, fixIts: [FixItSpec(message: "Replace 'class' with 'struct'")])
      ],
      applying: ["Replace 'class' with 'struct'"],
      fixed: "@ObservableState struct State {}")
  }

  @Test("observers, wrappers, and several properties in one declaration")
  func properties() {
    let source = { (ignored: String) in
      """
      @ObservableState
      struct State {
        \(ignored)var a = 0 { didSet {} }
        @Wrapper var b = 0
        var c = 0, d = 0
      }
      """
    }
    expectExpansion(
      of: source(""),
      to: """
        struct State {
          var a = 0 { didSet {} }
          @Wrapper var b = 0
          var c = 0, d = 0

          var _$observation = Pando._StateObservation()

          private enum _$Field {
          }
        }
        """,
      conformances: [],
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' cannot keep the observers of 'a': react to changes in the "
            + "reducer, or add '@ObservationStateIgnored'",
          line: 3, column: 3,
          fixIts: [FixItSpec(message: "Add '@ObservationStateIgnored'")]),
        DiagnosticSpec(
          message: "'@ObservableState' cannot observe 'b', which '@Wrapper' wraps: "
            + "add '@ObservationStateIgnored'",
          line: 4, column: 3,
          fixIts: [FixItSpec(message: "Add '@ObservationStateIgnored'")]),
        DiagnosticSpec(
          message:
            "'@ObservableState' needs a declaration for each property: give 'c' one of its own",
          line: 5, column: 3),
      ])
  }

  @Test("coding keys of its own without the functions that use them")
  func codingKeys() {
    expectExpansion(
      of: """
        @ObservableState
        struct State: Codable {
          enum CodingKeys: CodingKey {}
        }
        """,
      to: """
        struct State: Codable {
          enum CodingKeys: CodingKey {}

          var _$observation = Pando._StateObservation()

          private enum _$Field {
          }
        }
        """,
      conformances: [],
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' cannot use these coding keys, as it renames what is stored: "
            + "write 'init(from:)' and 'encode(to:)' too",
          line: 3, column: 3)
      ])
  }

  @Test("coding keys, and leaves the properties as the keys name them")
  func keyedProperties() {
    expectExpansion(
      of: """
        @ObservableState
        struct State: Codable {
          var count = 0
          #if DEBUG
            enum CodingKeys: CodingKey {
              case count
            }
          #endif
        }
        """,
      to: """
        struct State: Codable {
          var count = 0
          #if DEBUG
            enum CodingKeys: CodingKey {
              case count
            }
          #endif

          var _$observation = Pando._StateObservation()

          private enum _$Field {
          }
        }
        """,
      conformances: [],
      diagnostics: [
        DiagnosticSpec(
          message: "'@ObservableState' cannot use these coding keys, as it renames what is stored: "
            + "write 'init(from:)' and 'encode(to:)' too",
          line: 5, column: 5)
      ])
  }

  @Test("accessors for what has no storage")
  func tracked() {
    expectExpansion(
      of: """
        struct State {
          @ObservationStateTracked let a = 0
        }
        """,
      to: """
        struct State {
          let a = 0
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@ObservationStateTracked' needs one stored 'var' in an '@ObservableState' struct",
          line: 2, column: 3)
      ])
  }
}
