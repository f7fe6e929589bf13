import OrderedCollections
public import PandoWire

extension StackState: Encodable where Element: Encodable {
  /// Encodes the elements as an array. Ids are written for hosted features only.
  public func encode(to encoder: any Encoder) throws {
    try elements.encode(to: encoder)
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Decodes the elements from an array, and counts their ids from 0.
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension StackState: WireCodable where Element: Codable {
  /// Writes the elements with their ids, which actions on their way to another process name.
  public func encode(into writer: inout WireWriter) throws(WireError) {
    try writer.beginList()
    try writer.encode(lineage)
    try writer.encode(generation)
    try writer.encode(StackIDs(ids: ids))
    try writer.encode(elements)
    writer.endList()
  }

  /// Reads what ``encode(into:)`` wrote.
  public init(reading reader: inout WireReader) throws(WireError) {
    try reader.beginList()
    lineage = try reader.decode()
    generation = try reader.decode()
    let generations: [Int] = try reader.decode()
    elements = try reader.decode()
    try reader.endList()
    ids.append(contentsOf: generations.map(StackElementID.init(generation:)))
    guard ids.count == elements.count, generations.count == ids.count,
      0 <= generation, generation <= StackElementID.limit,
      generations.allSatisfy({ 0 <= $0 && $0 < generation })
    else {
      throw WireError(.rejected("A stack's elements have one id each, which it has given out."))
    }
  }
}

extension StackState where Element: Codable {
  /// Lists what ``encode(into:)`` writes. The ids are as many as the elements.
  public static func list(wireFields fields: inout WireFields) {
    fields.add(\Self.lineage)
    fields.add(\Self.generation)
    fields.add(\Self.ids, as: StackIDs.self)
    fields.add(\Self.elements)
    fields.addCheck()
  }
}

/// The ids of a stack as they are encoded: by the numbers alone. It has the layout of its only property.
struct StackIDs: WireCodable, BitwiseType {
  let ids: OrderedSet<StackElementID>

  init(ids: OrderedSet<StackElementID>) { self.ids = ids }

  func encode(into writer: inout WireWriter) throws(WireError) {
    try ids.map(\.generation).encode(into: &writer)
  }

  init(reading reader: inout WireReader) throws(WireError) {
    ids = OrderedSet(try [Int](reading: &reader).map(StackElementID.init(generation:)))
  }

  func encode(to encoder: any Encoder) throws { try ids.map(\.generation).encode(to: encoder) }

  init(from decoder: any Decoder) throws {
    ids = OrderedSet(try [Int](from: decoder).map(StackElementID.init(generation:)))
  }

  // The ids are numbers, and the set of them is copied on write.
  static func isBitwise(_ visit: inout TypeVisit) -> Bool { true }
}

extension StackState: BitwiseType {
  package static func isBitwise(_ visit: inout TypeVisit) -> Bool { visit.isBitwise(Element.self) }
}
