import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("@CheckedSendable")
struct CheckedSendableMacroTests {
  @Test("declares the conformance where the type has none")
  func conformance() {
    expectExpansion(
      of: "@CheckedSendable public struct State {}",
      to: """
        public struct State {}

        extension State: Swift.Sendable {
        }
        """)
    expectExpansion(
      of: "@CheckedSendable public struct State {}", to: "public struct State {}", conformances: [])
  }

  @Test(
    "is not added to what says it itself, is not public, or is generic",
    arguments: [
      ("", "public struct State: Equatable, Sendable {}"), ("", "struct State {}"),
      ("<Element>", "public struct State {}"), ("", "public struct State<Element> {}"),
      ("", "public struct Other {}"),
    ])
  func others(parameters: String, state: String) {
    let source = """
      public struct Feature\(parameters) {
        \(state)
      }
      """
    expectExpansion(
      of: "@Reducer\n\(source)", to: source + "\n\nextension Feature: Pando.Reducer {\n}")
  }
}
