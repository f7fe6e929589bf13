import SwiftDiagnostics
import SwiftSyntax

/// Why the coding of a type cannot be derived, and what stands in the way.
struct WireObstacle: Error {
  enum Reason: Equatable {
    case notAStructOrEnum
    case generic
    case constrained
    case noCases
    case macro
    case ownCoding(name: String)
    case attribute(of: String)
    case modifier(String, of: String)
    case conditional(name: String)
    case uncodable(kind: String, of: String)
  }

  let reason: Reason
  let node: Syntax

  init(_ reason: Reason, at node: some SyntaxProtocol) {
    self.reason = reason
    self.node = Syntax(node)
  }
}

extension WireObstacle.Reason: Mistake {
  private static let byHand = "or implement WireCodable by hand"

  var message: String {
    switch self {
    case .notAStructOrEnum:
      "'@WireCoded' can only be applied to struct and enum types"
    case .generic:
      "'@WireCoded' cannot derive the coding of a generic type: implement WireCodable by hand"
    case .constrained:
      "'@WireCoded' cannot repeat these constraints: implement WireCodable by hand"
    case .noCases:
      "'@WireCoded' needs an enum with cases: remove '@WireCoded'"
    case .macro:
      "'@WireCoded' cannot see what this macro adds: write it out, \(Self.byHand)"
    case .ownCoding(let name):
      "'@WireCoded' would replace '\(name)': remove '\(name)', or remove '@WireCoded'"
    case .attribute(let name):
      "'@WireCoded' cannot code '\(name)', which has an attribute: remove the attribute, "
        + Self.byHand
    case .modifier(let modifier, let name):
      "'@WireCoded' cannot code '\(name)', which is \(modifier): remove '\(modifier)', "
        + Self.byHand
    case .conditional(let name):
      "'@WireCoded' cannot code '\(name)', which is inside '#if': move it out, \(Self.byHand)"
    case .uncodable(let kind, let name):
      "'@WireCoded' cannot code '\(name)', which is \(kind): give it a type that is Codable, "
        + Self.byHand
    }
  }
}
