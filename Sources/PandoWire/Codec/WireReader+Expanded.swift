extension WireReader {
  /// Reads a run of numbers as a list of values of another type.
  mutating func readExpanded<Value: Decodable>(_ type: Value.Type) throws(WireError) -> Value {
    let start = offset
    let expansion = try bytes.expandPacked(&offset)
    let (limits, before) = (limits, memoryLeft)
    do throws(WireError) {
      let (value, left) = try expansion.withUnsafeBufferPointer { bytes throws(WireError) in
        var reader = WireReader(UnsafeRawBufferPointer(bytes), limits: limits)
        reader.memoryLeft = before
        let value = try reader.decodeGeneric(type)
        try reader.expectEnd()
        return (value, reader.memoryLeft)
      }
      memoryLeft = left
      return value
    } catch {
      throw WireError(error.problem, offset: start)
    }
  }
}
