import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import PandoMacros

@Suite("The expansion of @ViewAction")
struct ViewActionMacroTests {
  @Test("adds the conformance to what has a store")
  func conformance() {
    expectExpansion(
      of: """
        @ViewAction(for: Search.self)
        public struct Screen {
          let store: StoreOf<Search>
        }
        """,
      to: """
        public struct Screen {
          let store: StoreOf<Search>
        }

        extension Screen: Pando.ViewActionSending {
        }
        """)
  }

  @Test("finds the store inside '#if'")
  func conditionalStore() {
    expectExpansion(
      of: """
        @ViewAction(for: Search.self)
        struct Screen {
          #if DEBUG
            let store: StoreOf<Search>
          #else
            var store: StoreOf<Search>
          #endif
        }
        """,
      to: """
        struct Screen {
          #if DEBUG
            let store: StoreOf<Search>
          #else
            var store: StoreOf<Search>
          #endif
        }

        extension Screen: Pando.ViewActionSending {
        }
        """)
  }

  @Test("asks for a store, and offers to add it")
  func noStore() {
    expectExpansion(
      of: """
        @ViewAction(for: App.Search.self)
        struct Screen {
          var title = ""
        }
        """,
      to: """
        struct Screen {
          var title = ""
        }

        extension Screen: Pando.ViewActionSending {
          var store: Pando.StoreOf<App.Search> {
            Swift.fatalError()
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ViewAction' needs a property 'store' of type 'StoreOf<App.Search>'",
          line: 2, column: 1, fixIts: [FixItSpec(message: "Add 'store'")])
      ],
      fixed: """
        @ViewAction(for: App.Search.self)
        struct Screen {
          let store: StoreOf<App.Search>
          var title = ""
        }
        """)
  }

  @Test("warns of sending past it, and offers to mend that")
  func directSend() {
    expectExpansion(
      of: """
        @ViewAction(for: Search.self)
        struct Screen {
          let store: StoreOf<Search>
          func refresh() {
            store.send(.view(.refreshButtonTapped))
            store.send(.other)
          }
        }
        """,
      to: """
        struct Screen {
          let store: StoreOf<Search>
          func refresh() {
            store.send(.view(.refreshButtonTapped))
            store.send(.other)
          }
        }

        extension Screen: Pando.ViewActionSending {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'store.send(.view(...))' goes past '@ViewAction': call 'send(...)' instead",
          line: 5, column: 5, severity: ViewActionDiagnostic.directSend.severity,
          fixIts: [FixItSpec(message: "Call 'send' directly")])
      ],
      fixed: """
        @ViewAction(for: Search.self)
        struct Screen {
          let store: StoreOf<Search>
          func refresh() {
            send(.refreshButtonTapped)
            store.send(.other)
          }
        }
        """)
  }

  @Test("a type that is private to a type cannot be extended")
  func privateType() {
    expectExpansion(
      of: """
        enum Screens {
          @ViewAction(for: Search.self)
          private struct Screen {
            let store: StoreOf<Search>
          }
        }
        """,
      to: """
        enum Screens {
          private struct Screen {
            let store: StoreOf<Search>
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@ViewAction' cannot extend a type that is private to a type: make it fileprivate",
          line: 3, column: 3,
          fixIts: [FixItSpec(message: "Replace 'private' with 'fileprivate'")])
      ])
  }
}
