extension Set: WireCodable where Element: Codable {
  /// Writes a list, in the order of the elements' bytes.
  public func encode(into writer: inout WireWriter) throws(WireError) {
    try writer.beginList()
    var starts: [Int] = []
    starts.reserveCapacity(count)
    for element in self {
      starts.append(writer.count)
      try writer.encodeInner(element)
    }
    writer.state.pointee.sortRuns(startingAt: starts)
    writer.endList()
  }

  /// Reads a list in any order.
  public init(reading reader: inout WireReader) throws(WireError) {
    if try reader.bytes.tag(reader.offset) == WireTag.packed {
      self = try reader.readExpanded(Set.self)
      return
    }
    var elements: Set = []
    try reader.beginList()
    try reader.decodeElements(Element.self) { elements.insert($0) }
    self = elements
  }
}
