import OrderedCollections
import PandoIdentifiedCollections

/// The samples that the tests of identified arrays share.
enum Rows {
  struct Row: Identifiable, Codable, Hashable {
    let id: Int
    var name: String
    var numbers: [Int] = []

    init(_ id: Int, _ name: String = "", numbers: [Int] = []) {
      self.id = id
      self.name = name
      self.numbers = numbers
    }
  }

  /// Rows named after the letters of a string, with ids from 0.
  static func rows(_ letters: String) -> IdentifiedArrayOf<Row> {
    IdentifiedArray(uniqueElements: letters.enumerated().map { Row($0.offset, String($0.element)) })
  }
}

extension Rows.Row: Comparable {
  static func < (left: Self, right: Self) -> Bool {
    left.name < right.name
  }
}

extension IdentifiedArray where Element == Rows.Row {
  var letters: String {
    map(\.name).joined()
  }

  /// The two parts agree, and looking up each id finds its place.
  var isConsistent: Bool {
    elements.map(\.id) == ids.elements.map { $0 as? Int }
      && ids.elements.enumerated().allSatisfy { index(id: $0.element) == $0.offset }
  }
}
