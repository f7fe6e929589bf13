import Foundation
public import PandoWire

// Foundation's decoder ends the process for a range that ends before it starts, or beyond all numbers.
extension IndexSet: WireCodable {
  /// Writes the ranges in order, each as its start and its count.
  public func encode(into writer: inout WireWriter) throws(WireError) {
    try writer.beginList()
    for range in rangeView {
      try writer.encode(range.lowerBound)
      try writer.encode(range.count)
    }
    writer.endList()
  }

  /// Reads ranges that ascend.
  ///
  /// - Throws: ``WireError`` where one is empty, begins before the end of another, or does not end.
  public init(reading reader: inout WireReader) throws(WireError) {
    self.init()
    var free = 0
    try reader.beginList()
    while try !reader.isAtListEnd() {
      let start = try reader.decode(Int.self)
      let count = try reader.decode(Int.self)
      let (end, isBeyond) = start.addingReportingOverflow(count)
      guard start >= free, count > 0, !isBeyond, end < .max else {
        throw WireError(.rejected("the ranges of an index set ascend, and none is empty"))
      }
      insert(integersIn: start..<end)
      free = end
    }
    try reader.endList()
  }
}
