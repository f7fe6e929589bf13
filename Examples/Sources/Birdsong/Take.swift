package import Foundation
package import Pando

/// A recording of a bird.
package struct Take: Codable, Equatable, Identifiable, Sendable {
  package let id: Int
  package var date: Date
  /// The loudness of each second, from 0 to 9.
  package var levels: [Int]

  package init(id: Int, date: Date, levels: [Int]) {
    self.id = id
    self.date = date
    self.levels = levels
  }
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Take>>.Default {
  /// The takes, in a file.
  package static func takes(in file: URL) -> Self {
    Self[.fileStorage(file), default: []]
  }
}
