import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("The access of what @CasePathable adds")
struct CasePathableAccessTests {
  @Test("is public or package where the enum is")
  func access() {
    expectExpansion(
      of: """
        @CasePathable
        public enum Action {
          case tapped
        }
        """,
      to: """
        public enum Action {
          case tapped

          public nonisolated struct AllCasePaths: Swift.Sendable, PandoCasePaths.CasePathReflectable {
            public var tapped: PandoCasePaths.AnyCasePath<Action, Swift.Void> {
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
            public func makeIterator() -> PandoCasePaths.CasePathIterator<Action> {
              PandoCasePaths.CasePathIterator<Action> { add in
                add(\\.tapped)
              }
            }
          }

          public nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        nonisolated extension Action: PandoCasePaths.CasePathable, PandoCasePaths.CasePathIterable {
        }
        """
    )
    expectExpansion(
      of: """
        @CasePathable
        package enum Action {
        }
        """,
      to: """
        package enum Action {

          package nonisolated struct AllCasePaths: Swift.Sendable, PandoCasePaths.CasePathReflectable {
            package func makeIterator() -> PandoCasePaths.CasePathIterator<Action> {
              PandoCasePaths.CasePathIterator<Action> { _ in
              }
            }
          }

          package nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        nonisolated extension Action: PandoCasePaths.CasePathable, PandoCasePaths.CasePathIterable {
        }
        """
    )
    expectExpansion(
      of: """
        @CasePathable
        fileprivate enum Action {
        }
        """,
      to: """
        fileprivate enum Action {

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

        nonisolated extension Action: PandoCasePaths.CasePathable, PandoCasePaths.CasePathIterable {
        }
        """
    )
  }

  @Test("is public in a public extension")
  func accessOfExtension() {
    expectExpansion(
      of: """
        public extension Feature {
          @CasePathable
          enum Action {
          }
          @CasePathable
          internal enum Other {
          }
        }
        """,
      to: """
        public extension Feature {
          enum Action {

            public nonisolated struct AllCasePaths: Swift.Sendable, PandoCasePaths.CasePathReflectable {
              public func makeIterator() -> PandoCasePaths.CasePathIterator<Action> {
                PandoCasePaths.CasePathIterator<Action> { _ in
                }
              }
            }

            public nonisolated static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }
          internal enum Other {

            nonisolated struct AllCasePaths: Swift.Sendable, PandoCasePaths.CasePathReflectable {
              func makeIterator() -> PandoCasePaths.CasePathIterator<Other> {
                PandoCasePaths.CasePathIterator<Other> { _ in
                }
              }
            }

            nonisolated static var allCasePaths: AllCasePaths {
              AllCasePaths()
            }
          }
        }

        nonisolated extension Feature.Action: PandoCasePaths.CasePathable, PandoCasePaths.CasePathIterable {
        }

        nonisolated extension Feature.Other: PandoCasePaths.CasePathable, PandoCasePaths.CasePathIterable {
        }
        """
    )
  }
}
