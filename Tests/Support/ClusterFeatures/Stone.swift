/// A value that no worker can send back once it is broken.
package struct Stone: Codable, Equatable, Sendable {
  package struct Broken: Error {}

  package var isBroken = false

  package init() {}

  package init(from decoder: any Decoder) throws {
    isBroken = try decoder.singleValueContainer().decode(Bool.self)
  }

  package func encode(to encoder: any Encoder) throws {
    if isBroken { throw Broken() }
    var container = encoder.singleValueContainer()
    try container.encode(false)
  }
}
