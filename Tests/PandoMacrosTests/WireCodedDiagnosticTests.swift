import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite("The diagnostics of @WireCoded")
struct WireCodedDiagnosticTests {
  /// A member that stands in the way, and what is said about it.
  struct Obstacle: Sendable {
    let member: String
    let message: String
    var column = 3
  }

  private static let byHand = "or implement WireCodable by hand"

  @Test(
    "name the property, and say how to mend it",
    arguments: [
      Obstacle(
        member: "@Clamped var level = 1",
        message:
          "'@WireCoded' cannot code 'level', which has an attribute: remove the attribute, \(byHand)"
      ),
      Obstacle(
        member: "lazy var total = 1",
        message: "'@WireCoded' cannot code 'total', which is lazy: remove 'lazy', \(byHand)"),
      Obstacle(
        member: "private weak var owner: Owner?",
        message: "'@WireCoded' cannot code 'owner', which is weak: remove 'weak', \(byHand)",
        column: 11),
      Obstacle(
        member: "unowned(unsafe) let owner: Owner",
        message: "'@WireCoded' cannot code 'owner', which is unowned: remove 'unowned', \(byHand)"),
      Obstacle(
        member: "var onTap: (@Sendable () -> Void)?",
        message:
          "'@WireCoded' cannot code 'onTap', which is a closure: give it a type that is Codable, "
          + byHand,
        column: 14),
      Obstacle(
        member: "var pairs: [(Int, Int)] = []",
        message:
          "'@WireCoded' cannot code 'pairs', which is a tuple: give it a type that is Codable, "
          + byHand,
        column: 14),
      Obstacle(
        member: "let error: any Error",
        message:
          "'@WireCoded' cannot code 'error', which is of an 'any' type: give it a type that is "
          + "Codable, \(byHand)",
        column: 14),
      Obstacle(
        member: "#more",
        message: "'@WireCoded' cannot see what this macro adds: write it out, \(byHand)"),
      Obstacle(
        member: "init(from decoder: any Decoder) throws {}",
        message:
          "'@WireCoded' would replace 'init(from:)': remove 'init(from:)', or remove '@WireCoded'"),
      Obstacle(
        member: "func encode(to encoder: any Encoder) throws {}",
        message:
          "'@WireCoded' would replace 'encode(to:)': remove 'encode(to:)', or remove '@WireCoded'"),
      Obstacle(
        member: "enum CodingKeys: CodingKey {}",
        message:
          "'@WireCoded' would replace 'CodingKeys': remove 'CodingKeys', or remove '@WireCoded'"),
    ])
  func properties(obstacle: Obstacle) {
    expectDiagnostic("struct", obstacle)
  }

  @Test("name what is inside '#if'")
  func conditional() {
    let source = """
      struct Row: Codable {
        #if DEBUG
          func log() {}
        #else
          var trace = 1
        #endif
      }
      """
    expectExpansion(
      of: "@WireCoded\n" + source, to: source,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@WireCoded' cannot code 'trace', which is inside '#if': move it out, \(Self.byHand)",
          line: 6, column: 5)
      ])
  }

  @Test(
    "name the case",
    arguments: [
      Obstacle(
        member: "@available(*, deprecated) case old",
        message:
          "'@WireCoded' cannot code 'old', which has an attribute: remove the attribute, \(byHand)"),
      Obstacle(
        member: "enum AddCodingKeys: CodingKey {}",
        message:
          "'@WireCoded' would replace 'AddCodingKeys': remove 'AddCodingKeys', or remove '@WireCoded'"
      ),
    ])
  func cases(obstacle: Obstacle) {
    expectDiagnostic("enum", obstacle)
  }

  @Test("refuse a case inside '#if', and an enum without cases")
  func enumerations() {
    let source = """
      enum Move: Codable {
        case up
        #if DEBUG
          case trace
        #endif
      }
      """
    expectExpansion(
      of: "@WireCoded\n" + source, to: source,
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@WireCoded' cannot code 'trace', which is inside '#if': move it out, \(Self.byHand)",
          line: 5, column: 10)
      ])
    expectExpansion(
      of: "@WireCoded\nenum Nothing {\n}", to: "enum Nothing {\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "'@WireCoded' needs an enum with cases: remove '@WireCoded'", line: 2, column: 6)
      ])
  }

  @Test("refuse a class, a generic type, and one that is private in a type")
  func types() {
    expectExpansion(
      of: "@WireCoded\nclass Row {\n}", to: "class Row {\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "'@WireCoded' can only be applied to struct and enum types", line: 2, column: 1)
      ])
    expectExpansion(
      of: "@WireCoded\nstruct Row<Value: Codable> {\n}", to: "struct Row<Value: Codable> {\n}",
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@WireCoded' cannot derive the coding of a generic type: implement WireCodable by hand",
          line: 2, column: 11)
      ])
    expectExpansion(
      of: "extension Box where Value: Codable {\n  @WireCoded\n  struct Row {\n  }\n}",
      to: "extension Box where Value: Codable {\n  struct Row {\n  }\n}",
      diagnostics: [
        DiagnosticSpec(
          message: "'@WireCoded' cannot repeat these constraints: implement WireCodable by hand",
          line: 1, column: 15)
      ])
    expectExpansion(
      of: "struct Box {\n  @WireCoded\n  private struct Row {\n  }\n}",
      to: "struct Box {\n  private struct Row {\n  }\n}",
      diagnostics: [
        DiagnosticSpec(
          message:
            "'@WireCoded' cannot extend a type that is private to a type: make it fileprivate",
          line: 3, column: 3,
          fixIts: [FixItSpec(message: "Replace 'private' with 'fileprivate'")])
      ])
  }

  private func expectDiagnostic(_ keyword: String, _ obstacle: Obstacle) {
    let declaration = """
      \(keyword) Row: Codable {
        \(obstacle.member)
      }
      """
    expectExpansion(
      of: "@WireCoded\n" + declaration, to: declaration,
      diagnostics: [DiagnosticSpec(message: obstacle.message, line: 3, column: obstacle.column)])
  }
}
