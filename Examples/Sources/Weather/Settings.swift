package import Foundation
package import Pando

/// The choices of a person, for every screen.
package struct Settings: Codable, Equatable, Sendable {
  package enum Unit: String, CaseIterable, Codable, Sendable {
    case celsius
    case fahrenheit
    case kelvin
  }

  package var unit = Unit.celsius
  /// The number of digits behind the point.
  package var digits = 0

  package init() {}
}

extension SharedKey where Self == FileStorageKey<Settings>.Default {
  /// The settings, in a file.
  package static func settings(in file: URL) -> Self {
    Self[.fileStorage(file), default: Settings()]
  }
}
