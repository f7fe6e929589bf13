import Foundation
import Pando

/// A bed of young trees.
struct Bed: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var name: String
  var treeCount: Int
  /// The time for which it is watered.
  var minutes: Int
  var waterings: [Watered] = []

  init(id: UUID, name: String = "", treeCount: Int = 10, minutes: Int = 30) {
    self.id = id
    self.name = name
    self.treeCount = treeCount
    self.minutes = minutes
  }
}

/// One watering of a bed.
struct Watered: Codable, Equatable, Sendable {
  var date: Date
  var minutes: Int

  init(date: Date, minutes: Int) {
    self.date = date
    self.minutes = minutes
  }
}

/// The settings that all features of the nursery share.
struct Settings: Codable, Equatable, Sendable {
  var litresPerMinute = 5
  var litresUsed = 0

  init() {}
}

extension SharedKey where Self == InMemoryKey<Settings>.Default {
  /// The nursery's settings.
  static var settings: Self { Self[.inMemory("settings"), default: Settings()] }
}
