import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import PandoMacros

@Suite("The coding that @Reducer derives")
struct ReducerCodingTests {
  @Test("is that of every nested type which spells Codable")
  func derived() {
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          struct State: Codable, Equatable {
            var count = 0
          }
          enum Action: Equatable, Encodable, Swift.Decodable {
            case up
          }
          struct Row: Codable {
            var id = 0
          }
        }
        """,
      to: """
        struct Feature {
          @Pando.WireCoded
          struct State: Codable, Equatable {
            var count = 0
          }
          @PandoCasePaths.CasePathable @Pando.WireCoded
          enum Action: Equatable, Encodable, Swift.Decodable {
            case up
          }
          @Pando.WireCoded
          struct Row: Codable {
            var id = 0
          }
        }

        extension Feature: Pando.Reducer {
        }
        """
    )
    expectExpansion(
      of: """
        @Reducer
        struct Feature {
          enum State: Codable & Sendable {
            case on
          }
          @CasePathable
          fileprivate enum Action: String, Codable {
            case up
          }
        }
        """,
      to: """
        struct Feature {
          @PandoCasePaths.CasePathable @dynamicMemberLookup @Pando.WireCoded
          enum State: Codable & Sendable {
            case on
          }
          @CasePathable
          @Pando.WireCoded
          fileprivate enum Action: String, Codable {
            case up
          }
        }

        extension Feature: Pando.Reducer {
        }
        """,
      onlyReducer: true
    )
  }

  @Test(
    "is not that of a State where it cannot be derived, or is not wanted",
    arguments: [
      ("struct State", "var count = 0"),
      ("struct State: Equatable", "var count = 0"),
      ("struct State: Encodable", "var count = 0"),
      ("struct State: Codable, WireCodable", "var count = 0"),
      ("struct State: Codable, Pando.WireCodable", "var count = 0"),
      ("@WireCoded struct State: Codable", "var count = 0"),
      ("@Observed struct State: Codable", "var count = 0"),
      ("@available(*, deprecated) struct State: Codable", "var count = 0"),
      ("private struct State: Codable", "var count = 0"),
      ("struct State<Value>: Codable", "var count = 0"),
      ("struct State: Codable", "@Clamped var count = 0"),
      ("struct State: Codable", "lazy var count = 0"),
      ("struct State: Codable", "weak var owner: Owner?"),
      ("struct State: Codable", "enum CodingKeys: CodingKey {}"),
      ("struct State: Codable", "typealias CodingKeys = Keys"),
      ("struct State: Codable", "init(from decoder: any Decoder) throws {}"),
      ("struct State: Codable", "func encode(to encoder: any Encoder) throws {}"),
      ("final class State: Codable", "var count = 0"),
    ])
  func refused(state: String, member: String) {
    let body = """
      struct Feature {
        \(state) {
          \(member)
        }
      }

      """
    expectExpansion(
      of: "@Reducer\n" + body, to: body + "\nextension Feature: Pando.Reducer {\n}",
      onlyReducer: true)
  }

  @Test("is not that of an Action with a case inside '#if', without cases, or with keys of a case")
  func actions() {
    for members in [
      "    case up\n    #if DEBUG\n    case trace\n    #endif\n", "",
      "    case add(Int)\n    enum AddCodingKeys: CodingKey {\n      case id\n    }\n",
    ] {
      let action = "enum Action: Codable {\n\(members)  }"
      expectExpansion(
        of: "@Reducer\nstruct Feature {\n  \(action)\n}",
        to: """
          struct Feature {
            @PandoCasePaths.CasePathable
            \(action)
          }

          extension Feature: Pando.Reducer {
          }
          """,
        onlyReducer: true
      )
    }
  }

  @Test("counts the boxes of an enum of features that is indirect", arguments: [false, true])
  func boxes(isIndirect: Bool) throws {
    let source: DeclSyntax = "enum Destination { case detail(Detail) }"
    let declaration = try #require(source.as(EnumDeclSyntax.self))
    let printer = ReducerEnumPrinter(
      enumName: "Destination", access: "",
      cases: ReducerCaseList(
        declaration.memberBlock.members, enumName: declaration.name.trimmed),
      isIndirect: isIndirect, hasOwnAction: false, stateConformances: ["Codable"],
      actionConformances: ["Codable"])
    for lines in [printer.state, printer.action] {
      let countsBoxes = lines.contains { $0.contains("try reader.endIndirectCase(") }
      let endsLists = lines.contains { $0.contains("try reader.endList()") }
      #expect(countsBoxes == isIndirect)
      #expect(endsLists != isIndirect)
    }
  }
}
