import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("@PresentedFields")
struct PresentedFieldsMacroTests {
  @Test("tells where each property is kept that presents something")
  func conformance() {
    expectExpansion(
      of: """
        @PresentedFields public struct State {
          @PresentationState var child: Child?
          @PresentationState public var alert: Alert?
          @PresentationState var `default`: Other?
          var other: Other?
        }
        """,
      to: """
        public struct State {
          @PresentationState var child: Child?
          @PresentationState public var alert: Alert?
          @PresentationState var `default`: Other?
          var other: Other?
        }

        nonisolated extension State: Pando._PresentingState {
          public static var _$presented: [Pando._PresentedStorage<Self>] {
            [
              Pando._PresentedStorage(\\Self.$child, storage: \\Self._child),
              Pando._PresentedStorage(\\Self.$alert, storage: \\Self._alert),
              Pando._PresentedStorage(\\Self.$default, storage: \\Self._default),
            ]
          }
        }
        """)
  }

  @Test("tells it in each configuration that '#if' gives")
  func conditions() {
    expectExpansion(
      of: """
        @PresentedFields struct State {
          #if os(Linux)
            @PresentationState var child: Child?
          #endif
        }
        """,
      to: """
        struct State {
          #if os(Linux)
            @PresentationState var child: Child?
          #endif
        }

        nonisolated extension State: Pando._PresentingState {
          #if os(Linux)
          static var _$presented: [Pando._PresentedStorage<Self>] {
            [
              Pando._PresentedStorage(\\Self.$child, storage: \\Self._child),
            ]
          }
          #else
          static var _$presented: [Pando._PresentedStorage<Self>] {
            [
            ]
          }
          #endif
        }
        """)
  }

  @Test("is added by @Reducer to a State that presents something")
  func reducer() {
    let state = "struct State {\n    @PresentationState var child: Child?\n  }"
    expectExpansion(
      of: "@Reducer struct Feature {\n  \(state)\n}",
      to: """
        struct Feature {
          @Pando.PresentedFields
          \(state)
        }

        extension Feature: Pando.Reducer {
        }
        """,
      onlyReducer: true)
  }

  @Test(
    "is not added to what presents nothing, lists its fields, or is no State",
    arguments: [
      "struct State {\n    var child: Child?\n  }",
      "@ObservableState struct State {\n    @Presents var child: Child?\n  }",
      "struct Other {\n    @PresentationState var child: Child?\n  }",
      "private struct State {\n    @PresentationState var child: Child?\n  }",
    ])
  func others(state: String) {
    let source = "struct Feature {\n  \(state)\n}"
    expectExpansion(
      of: "@Reducer \(source)", to: source + "\n\nextension Feature: Pando.Reducer {\n}",
      onlyReducer: true)
  }
}
