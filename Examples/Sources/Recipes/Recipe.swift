package import Foundation

/// A dish, and how it is made.
package struct Recipe: Codable, Equatable, Identifiable, Sendable {
  package let id: UUID
  package var title: String
  package var steps: [String]
  package var timesCooked: Int

  package init(id: UUID, title: String = "", steps: [String] = [], timesCooked: Int = 0) {
    self.id = id
    self.title = title
    self.steps = steps
    self.timesCooked = timesCooked
  }
}
