import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("The diagnostics of @CasePathable")
struct CasePathableDiagnosticTests {
  @Test("reports cases of one name")
  func overloads() {
    expectExpansion(
      of: """
        @CasePathable
        enum Action {
          case tapped
          case tapped(x: Int)
          case `tapped`(y: Int)
        }
        """,
      to: """
        enum Action {
          case tapped
          case tapped(x: Int)
          case `tapped`(y: Int)

          nonisolated struct AllCasePaths: Swift.Sendable, PandoCasePaths.CasePathReflectable {
            var tapped: PandoCasePaths.AnyCasePath<Action, Swift.Void> {
              PandoCasePaths.AnyCasePath<Action, Swift.Void>(
                uncheckedEmbed: {
                  Action.tapped
                },
                matches: {
                  guard case .tapped = $0 else {
                    return false
                  }
                  return true
                }
              )
            }
            func makeIterator() -> PandoCasePaths.CasePathIterator<Action> {
              PandoCasePaths.CasePathIterator<Action> { add in
                add(\\.tapped)
                add(\\.tapped)
                add(\\.`tapped`)
              }
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        nonisolated extension Action: PandoCasePaths.CasePathable, PandoCasePaths.CasePathIterable {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@CasePathable' cannot tell apart cases named 'tapped': give each its own name
            """,
          line: 4,
          column: 8
        ),
        DiagnosticSpec(
          message: """
            '@CasePathable' cannot tell apart cases named '`tapped`': give each its own name
            """,
          line: 5,
          column: 8
        ),
      ]
    )
  }

  @Test("reports a type that is not an enum, and offers to remove the attribute")
  func notAnEnum() {
    expectExpansion(
      of: """
        @CasePathable
        struct State {
          var count = 0
        }
        """,
      to: """
        struct State {
          var count = 0
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@CasePathable' can only be applied to enum types",
          line: 1,
          column: 1,
          fixIts: [FixItSpec(message: "Remove '@CasePathable'")]
        )
      ],
      fixed: """
        struct State {
          var count = 0
        }
        """
    )
  }

  @Test("reports an enum that is private to a type, and offers to make it fileprivate")
  func privateInType() {
    expectExpansion(
      of: """
        struct Feature {
          @CasePathable
          private enum Action {
          }
        }
        """,
      to: """
        struct Feature {
          private enum Action {

            nonisolated struct AllCasePaths: Swift.Sendable, PandoCasePaths.CasePathReflectable {
              func makeIterator() -> PandoCasePaths.CasePathIterator<Action> {
                PandoCasePaths.CasePathIterator<Action> { _ in
                }
              }
            }

            nonisolated static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@CasePathable' cannot extend a type that is private to a type: make it fileprivate
            """,
          line: 3,
          column: 3,
          fixIts: [FixItSpec(message: "Replace 'private' with 'fileprivate'")]
        )
      ],
      fixed: """
        struct Feature {
          @CasePathable
          fileprivate enum Action {
          }
        }
        """
    )
  }

  @Test("reports an enum in a type that is private to another")
  func inPrivateType() {
    expectExpansion(
      of: """
        struct Outer {
          private struct Feature {
            @CasePathable
            enum Action {
            }
          }
        }
        """,
      to: """
        struct Outer {
          private struct Feature {
            enum Action {

              nonisolated struct AllCasePaths: Swift.Sendable, PandoCasePaths.CasePathReflectable {
                func makeIterator() -> PandoCasePaths.CasePathIterator<Action> {
                  PandoCasePaths.CasePathIterator<Action> { _ in
                  }
                }
              }

              nonisolated static var allCasePaths: AllCasePaths {
                AllCasePaths()
              }
            }
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@CasePathable' cannot extend a type that is private to a type: make it fileprivate
            """,
          line: 4,
          column: 5
        )
      ]
    )
  }
}
