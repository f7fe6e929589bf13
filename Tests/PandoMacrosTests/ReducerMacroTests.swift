import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("The expansion of @Reducer")
struct ReducerMacroTests {
  @Test("adds the conformance and the result builder, and case paths to what is nested")
  func feature() {
    expectExpansion(
      of: """
        @Reducer
        public struct Feature {
          public enum State {}
          public enum Action {}
          enum CancelID {}
          var other: some Reducer<State, Action> { Other() }
          public var body: some ReducerOf<Self> {
            Reduce { _, _ in
              return .none
            }
          }
        }
        """,
      to: """
        public struct Feature {
          @PandoCasePaths.CasePathable @dynamicMemberLookup @Pando.CheckedSendable
          public enum State {}
          @PandoCasePaths.CasePathable @Pando.CheckedSendable
          public enum Action {}
          enum CancelID {}
          var other: some Reducer<State, Action> { Other() }
          @Pando.ReducerBuilder<Self.State, Self.Action>
          public var body: some ReducerOf<Self> {
            Reduce { _, _ in
              return .none
            }
          }
        }

        extension Feature: Pando.Reducer {
        }
        """
    )
  }

  @Test("adds no attribute that is there already, under either name")
  func explicit() {
    expectExpansion(
      of: """
        @Reducer
        struct Feature: Reducer {
          @dynamicMemberLookup
          enum State: PandoCasePaths.CasePathable {}
          enum Action: CasePathable {}
          @Pando.ReducerBuilder<State, Action>
          var body: some ReducerOf<Self> { Other() }
        }
        """,
      to: """
        struct Feature: Reducer {
          @dynamicMemberLookup
          enum State: PandoCasePaths.CasePathable {}
          enum Action: CasePathable {}
          @Pando.ReducerBuilder<State, Action>
          var body: some ReducerOf<Self> { Other() }
        }
        """,
      conformances: []
    )
  }

  @Test(
    "builds a body of every way to write its type",
    arguments: [
      "some ReducerOf<Self>", "some Reducer<State, Action>", "some Pando.ReducerOf<Self>",
      "some ReducerOf<Self> & Sendable",
    ])
  func bodyTypes(type: String) {
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          var body: \(type) { Other() }
        }
        """,
      to: """
        struct Feature {
          @Pando.ReducerBuilder<Self.State, Self.Action>
          var body: \(type) { Other() }
        }

        extension Feature: Pando.Reducer {
        }
        """
    )
  }

  @Test(
    "leaves alone a body of another type, a stored one, a static one and one that returns",
    arguments: [
      "var body: some View { Other() }",
      "let body: some ReducerOf<Self> = Other()",
      "static var body: some ReducerOf<Self> { Other() }",
      "var body: some ReducerOf<Self> { let other = Other(); return other }",
      "var body: some ReducerOf<Self> { get { return Other() } }",
    ])
  func otherBodies(body: String) {
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          \(body)
        }
        """,
      to: """
        struct Feature {
          \(body)
        }

        extension Feature: Pando.Reducer {
        }
        """
    )
  }

  @Test("builds a body whose returns are those of closures and functions")
  func innerReturns() {
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          var body: some ReducerOf<Self> {
            get {
              Reduce { _, _ in return .none }
            }
          }
        }
        """,
      to: """
        struct Feature {
          @Pando.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            get {
              Reduce { _, _ in return .none }
            }
          }
        }

        extension Feature: Pando.Reducer {
        }
        """
    )
  }

  @Test(
    "makes what a feature leaves out empty",
    arguments: [
      ("var count = 0", "_StatelessReducer, Pando._ActionlessReducer, Pando._BodilessReducer"),
      ("struct State {}", "_ActionlessReducer, Pando._BodilessReducer"),
      ("let body = Other()", "_StatelessReducer, Pando._ActionlessReducer"),
      (
        "static let body = 1, Action = 2",
        "_StatelessReducer, Pando._ActionlessReducer, Pando._BodilessReducer"
      ),
      ("typealias Action = Int", "_StatelessReducer, Pando._BodilessReducer"),
    ])
  func emptyParts(member: String, conformances: String) {
    let source = """
      struct Feature {
        \(member)
      }
      """
    expectExpansion(
      of: "@Reducer\n\(source)",
      to: source + "\n\nextension Feature: Pando.Reducer, Pando.\(conformances) {\n}",
      addsEmptyParts: true)
  }

  @Test("names the types that a feature is a function of")
  func aliases() {
    expectExpansion(
      of: """
        @Reducer
        public struct Feature<State> {
          func reduce(into state: inout State, action: Child.Action) -> Effect<Child.Action> { .none }
        }
        """,
      to: """
        public struct Feature<State> {
          func reduce(into state: inout State, action: Child.Action) -> Effect<Child.Action> { .none }

          public typealias State = State

          public typealias Action = Child.Action
        }

        extension Feature: Pando.Reducer {
        }
        """,
      addsEmptyParts: true)
  }

  @Test(
    "names the types of a body that is of another feature",
    arguments: [
      ("var body: Other { Other() }", "Other.State", "Other.Action"),
      ("var body: any Reducer<Int, Child.Action> { Other() }", "Int", "Child.Action"),
      ("let body: some Pando.Reducer<Int, Bool> = Other()", "Int", "Bool"),
      ("let body: some ReducerOf<Child> = Other()", "Child.State", "Child.Action"),
    ])
  func aliasesOfBody(body: String, state: String, action: String) {
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          \(body)
        }
        """,
      to: """
        struct Feature {
          \(body)

          typealias State = \(state)

          typealias Action = \(action)
        }

        extension Feature: Pando.Reducer {
        }
        """)
  }
}
