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
    try writer.encode(ids.map(\.generation))
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
      generation <= StackElementID.limit,
      generations.allSatisfy({ 0 <= $0 && $0 < generation })
    else {
      throw WireError(.rejected("A stack's elements have one id each, which it has given out."))
    }
  }
}

extension StackState: BitwiseType {
  package static func isBitwise(_ visit: inout TypeVisit) -> Bool { visit.isBitwise(Element.self) }
}
