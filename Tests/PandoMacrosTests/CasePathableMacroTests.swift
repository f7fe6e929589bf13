import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("The expansion of @CasePathable")
struct CasePathableMacroTests {
  @Test("has a case path for each kind of payload")
  func payloads() {
    expectExpansion(
      of: """
        @CasePathable
        enum Action {
          case tapped
          case typed(String)
          case moved(x: Int, to: Double = 1, Self), `default`
          indirect case nested(_ inner: [Self?])
        }
        """,
      to: """
        enum Action {
          case tapped
          case typed(String)
          case moved(x: Int, to: Double = 1, Self), `default`
          indirect case nested(_ inner: [Self?])

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
            var typed: PandoCasePaths.AnyCasePath<Action, String> {
              PandoCasePaths.AnyCasePath<Action, String>(
                uncheckedEmbed: Action.typed(_:),
                extract: {
                  guard case .typed(let value0) = $0 else {
                    return nil
                  }
                  return value0
                }
              )
            }
            var moved: PandoCasePaths.AnyCasePath<Action, (x: Int, to: Double, Action)> {
              PandoCasePaths.AnyCasePath<Action, (x: Int, to: Double, Action)>(
                uncheckedEmbed: {
                  Action.moved(x: $0.0, to: $0.1, $0.2)
                },
                extract: {
                  guard case .moved(let value0, let value1, let value2) = $0 else {
                    return nil
                  }
                  return (x: value0, to: value1, value2)
                }
              )
            }
            var `default`: PandoCasePaths.AnyCasePath<Action, Swift.Void> {
              PandoCasePaths.AnyCasePath<Action, Swift.Void>(
                uncheckedEmbed: {
                  Action.`default`
                },
                matches: {
                  guard case .`default` = $0 else {
                    return false
                  }
                  return true
                }
              )
            }
            var nested: PandoCasePaths.AnyCasePath<Action, [Action?]> {
              PandoCasePaths.AnyCasePath<Action, [Action?]>(
                uncheckedEmbed: Action.nested(_:),
                extract: {
                  guard case .nested(let value0) = $0 else {
                    return nil
                  }
                  return value0
                }
              )
            }
            func makeIterator() -> PandoCasePaths.CasePathIterator<Action> {
              PandoCasePaths.CasePathIterator<Action> { add in
                add(\\.tapped)
                add(\\.typed)
                add(\\.moved)
                add(\\.`default`)
                add(\\.nested)
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

  @Test("keeps the #if blocks that hold cases")
  func conditions() {
    expectExpansion(
      of: """
        @CasePathable
        enum Action {
          #if DEBUG
            case debug(Int)
            #if os(Linux)
              case linux
            #endif
          #elseif RELEASE
            case debug(String)
          #else
          #endif
          #if EMPTY
            struct Helper {}
          #endif
        }
        """,
      to: """
        enum Action {
          #if DEBUG
            case debug(Int)
            #if os(Linux)
              case linux
            #endif
          #elseif RELEASE
            case debug(String)
          #else
          #endif
          #if EMPTY
            struct Helper {}
          #endif

          nonisolated struct AllCasePaths: Swift.Sendable, PandoCasePaths.CasePathReflectable {
            #if DEBUG
            var debug: PandoCasePaths.AnyCasePath<Action, Int> {
              PandoCasePaths.AnyCasePath<Action, Int>(
                uncheckedEmbed: Action.debug(_:),
                extract: {
                  guard case .debug(let value0) = $0 else {
                    return nil
                  }
                  return value0
                }
              )
            }
            #if os(Linux)
            var linux: PandoCasePaths.AnyCasePath<Action, Swift.Void> {
              PandoCasePaths.AnyCasePath<Action, Swift.Void>(
                uncheckedEmbed: {
                  Action.linux
                },
                matches: {
                  guard case .linux = $0 else {
                    return false
                  }
                  return true
                }
              )
            }
            #endif
            #elseif RELEASE
            var debug: PandoCasePaths.AnyCasePath<Action, String> {
              PandoCasePaths.AnyCasePath<Action, String>(
                uncheckedEmbed: Action.debug(_:),
                extract: {
                  guard case .debug(let value0) = $0 else {
                    return nil
                  }
                  return value0
                }
              )
            }
            #else
            #endif
            func makeIterator() -> PandoCasePaths.CasePathIterator<Action> {
              PandoCasePaths.CasePathIterator<Action> { add in
                #if DEBUG
                add(\\.debug)
                #if os(Linux)
                add(\\.linux)
                #endif
                #elseif RELEASE
                add(\\.debug)
                #else
                #endif
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

  @Test("passes on the availability of a case")
  func availability() {
    expectExpansion(
      of: """
        @CasePathable
        enum Action {
          @available(*, deprecated, message: "Use 'new'.")
          case old
        }
        """,
      to: """
        enum Action {
          @available(*, deprecated, message: "Use 'new'.")
          case old

          nonisolated struct AllCasePaths: Swift.Sendable, PandoCasePaths.CasePathReflectable {
            @available(*, deprecated, message: "Use 'new'.")
            var old: PandoCasePaths.AnyCasePath<Action, Swift.Void> {
              PandoCasePaths.AnyCasePath<Action, Swift.Void>(
                uncheckedEmbed: {
                  Action.old
                },
                matches: {
                  guard case .old = $0 else {
                    return false
                  }
                  return true
                }
              )
            }
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

  @Test("has no conformance when the enum declares it")
  func conformance() {
    expectExpansion(
      of: """
        @CasePathable
        enum Action: CasePathable {
        }
        """,
      to: """
        enum Action: CasePathable {

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
        """,
      conformances: []
    )
  }
}
