extension WireReader {
  /// Reads a run of numbers as a list of values of another type.
  mutating func readExpanded<Value: Decodable>(_ type: Value.Type) throws(WireError) -> Value {
    let start = offset
    let expansion = try bytes.expandPacked(&offset)
    do throws(WireError) {
      return try WireDecoder.decode(type, from: expansion, limits: limits)
    } catch {
      throw WireError(error.problem, offset: start)
    }
  }
}
