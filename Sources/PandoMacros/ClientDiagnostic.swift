import SwiftDiagnostics
import SwiftSyntax

/// Every mistake that `@DependencyClient` reports.
enum ClientDiagnostic: Mistake {
  case notAStruct
  case noDefault(name: String)
  case noType(name: String)

  var message: String {
    switch self {
    case .notAStruct:
      "'@DependencyClient' can only be applied to struct types"
    case .noDefault(let name):
      """
      '@DependencyClient' needs a default for '\(name)', which returns a value and cannot throw \
      any error: assign a closure
      """
    case .noType(let name):
      "'@DependencyClient' needs the type of '\(name)' to be written"
    }
  }
}
