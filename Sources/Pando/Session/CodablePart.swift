/// A part of a feature's state or actions that `Codable` alone describes.
package struct CodablePart {
  /// The way to it and its type: `State.rows (App.Row)`.
  package let name: String
  package let type: Any.Type

  package init(name: String, type: Any.Type) {
    self.name = name
    self.type = type
  }
}
