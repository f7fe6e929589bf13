import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("The diagnostics of @Reducer")
struct ReducerDiagnosticTests {
  @Test("report a class or an actor, and offer a struct", arguments: ["class", "actor"])
  func classes(keyword: String) {
    expectExpansion(
      of: """
        @Reducer
        \(keyword) Feature {
          enum Action {}
        }
        """,
      to: """
        \(keyword) Feature {
          @PandoCasePaths.CasePathable
          enum Action {}
        }

        extension Feature: Pando.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Reducer' can only be applied to struct or enum types",
          line: 2,
          column: 1,
          fixIts: [FixItSpec(message: "Replace '\(keyword)' with 'struct'")]
        )
      ],
      onlyReducer: true,
      fixed: """
        @Reducer
        struct Feature {
          enum Action {}
        }
        """
    )
  }

  @Test("name what keeps a state or an action that spells Codable from being coded")
  func uncodable() {
    let message = { (name: String, kind: String, type: String) in
      "'\(name)' cannot be coded, because it is \(kind), and '\(type)' is declared Codable: give it "
        + "a type that is, or keep it elsewhere, for instance in a dependency"
    }
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          struct State: Codable {
            var count = 0
            var onTap: () -> Void
          }
          enum Action: Codable {
            case done(Result<Int, any Error>, with: any Error)
          }
        }
        """,
      to: """
        struct Feature {
          @Pando.Uncodable
          struct State: Codable {
            var count = 0
            var onTap: () -> Void
          }
          @PandoCasePaths.CasePathable @Pando.Uncodable
          enum Action: Codable {
            case done(Result<Int, any Error>, with: any Error)
          }
        }

        extension Feature: Pando.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(message: message("onTap", "a closure", "State"), line: 5, column: 16),
        DiagnosticSpec(
          message: message("done", "a 'Result' of any error (write 'TaskResult<Int>')", "Action"),
          line: 8, column: 15),
      ],
      onlyReducer: true)
    // Its own coding may leave it out.
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          struct State: Codable {
            var count = 0
            var onTap: () -> Void = {}
            enum CodingKeys: CodingKey {
              case count
            }
          }
        }
        """,
      to: """
        struct Feature {
          struct State: Codable {
            var count = 0
            var onTap: () -> Void = {}
            enum CodingKeys: CodingKey {
              case count
            }
          }
        }

        extension Feature: Pando.Reducer {
        }
        """,
      onlyReducer: true)
  }

  @Test(
    "report a body of no feature, and offer that of this one; the rest is as without a body",
    arguments: ["some Reducer", "any ReducerOf<Self>"])
  func unnamedBody(type: String) {
    let attribute =
      type.hasPrefix("some") ? "@Pando.ReducerBuilder<Self.State, Self.Action>\n  " : ""
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          struct State {}
          enum Action {}
          var body: \(type) { Other() }
        }
        """,
      to: """
        struct Feature {
          struct State {}
          @PandoCasePaths.CasePathable
          enum Action {}
          \(attribute)var body: \(type) { Other() }

          typealias Body = Swift.Never
        }

        extension Feature: Pando.Reducer, Pando._BodilessReducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            'body' must be a reducer of this feature's own state and action, which '\(type)' does not \
            say: write 'var body: some ReducerOf<Self>'
            """,
          line: 5, column: 13,
          fixIts: [FixItSpec(message: "Write 'some ReducerOf<Self>'")])
      ],
      onlyReducer: true, addsEmptyParts: true,
      fixed: """
        @Reducer
        struct Feature {
          struct State {}
          enum Action {}
          var body: some ReducerOf<Self> { Other() }
        }
        """)
  }

  @Test("report a protocol, and offer to remove the attribute")
  func protocols() {
    expectExpansion(
      of: """
        /// A feature.
        @Reducer
        public protocol Feature {
        }
        """,
      to: """
        /// A feature.
        public protocol Feature {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Reducer' can only be applied to struct or enum types",
          line: 3,
          column: 8,
          fixIts: [FixItSpec(message: "Remove '@Reducer'")]
        )
      ],
      fixed: """
        /// A feature.
        public protocol Feature {
        }
        """
    )
  }

  @Test(
    "report a body beside reduce(into:action:), and offer to remove either",
    arguments: [
      (
        "Remove 'reduce(into:action:)'",
        "  var body: some ReducerOf<Self> { Other() }"
      ),
      (
        "Remove 'body'",
        "  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }"
      ),
    ]
  )
  func bodyAndReduce(fixIt: String, kept: String) {
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          var body: some ReducerOf<Self> { Other() }
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }
        """,
      to: """
        struct Feature {
          @Pando.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> { Other() }
          func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
        }

        extension Feature: Pando.Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "A reducer implements either 'body' or 'reduce(into:action:)', not both",
          line: 4,
          column: 8,
          notes: [NoteSpec(message: "'body' is implemented here", line: 3, column: 3)],
          fixIts: [
            FixItSpec(message: "Remove 'reduce(into:action:)'"),
            FixItSpec(message: "Remove 'body'"),
          ]
        )
      ],
      applying: [fixIt],
      fixed: """
        @Reducer
        struct Feature {
        \(kept)
        }
        """
    )
  }

  @Test("leave alone other functions named reduce beside a body")
  func otherReduce() {
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          var body: some ReducerOf<Self> { Other() }
          func reduce(_ values: [Int]) {}
          static func reduce(into state: inout State, action: Action) {}
        }
        """,
      to: """
        struct Feature {
          @Pando.ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> { Other() }
          func reduce(_ values: [Int]) {}
          static func reduce(into state: inout State, action: Action) {}
        }

        extension Feature: Pando.Reducer {
        }
        """
    )
  }

  @Test("report a struct that is private to a type, and offer to make it fileprivate")
  func privateInType() {
    expectExpansion(
      of: """
        enum Namespace {
          @Reducer
          private struct Feature {}
        }
        """,
      to: """
        enum Namespace {
          private struct Feature {}
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '@Reducer' cannot extend a type that is private to a type: make it fileprivate
            """,
          line: 3,
          column: 3,
          fixIts: [FixItSpec(message: "Replace 'private' with 'fileprivate'")]
        )
      ],
      fixed: """
        enum Namespace {
          @Reducer
          fileprivate struct Feature {}
        }
        """
    )
  }
}
