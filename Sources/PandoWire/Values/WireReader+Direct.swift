// Values whose type is known to decode itself, or to hold such values: where a call is specialised,
// the compiler sees all of the way from the bytes. Bytes and limits are those of the general path.
extension WireReader {
  /// Reads one value that decodes itself. A reader that threw is at no certain place.
  @inlinable
  public mutating func decode<Value: WireCodable>(
    _ type: Value.Type = Value.self
  ) throws(WireError) -> Value {
    guard depth > 0 else { return try decodeGeneric(type) }
    try enter()
    let value = try Value(reading: &self)
    depth &-= 1
    return value
  }

  /// Reads nil or one value that decodes itself. A reader that threw is at no certain place.
  @inlinable
  public mutating func decode<Wrapped: WireCodable>(
    _ type: Wrapped?.Type = Wrapped?.self
  ) throws(WireError) -> Wrapped? {
    guard depth > 0 else { return try decodeGeneric(type) }
    try enter()
    let value = try beginOptional(of: Wrapped.self) ? Wrapped(reading: &self) : nil
    depth &-= 1
    return value
  }

  /// Reads values that decode themselves. A reader that threw is at no certain place.
  @inlinable
  public mutating func decode<Element: WireCodable>(
    _ type: [Element].Type = [Element].self
  ) throws(WireError) -> [Element] {
    guard depth > 0, try bytes.tag(offset) == WireTag.list else { return try decodeGeneric(type) }
    try enter()
    try beginList()
    var elements: [Element] = []
    while try !isAtListEnd() {
      let start = offset
      elements.append(try Element(reading: &self))
      try charge(MemoryLayout<Element>.stride, since: start)
    }
    try endList()
    depth &-= 1
    return elements
  }

  /// Reads the number of an enum's case, and begins the list of its values where there is one.
  @inlinable @inline(__always)
  public mutating func beginCase() throws(WireError) -> WireCase {
    guard try bytes.tag(offset) == WireTag.list else { return .alone(try decode(Int.self)) }
    try beginList()
    return .list(try decode(Int.self))
  }

  /// The error for a case that a type does not have in this form; `start` is where the value begins.
  @inline(never)
  public func unknownCase(of type: Any.Type, at start: Int) -> WireError {
    var first = start
    if start < bytes.end, bytes[start] == WireTag.list { first += 1 }
    let number = (try? bytes.integer(&first, as: Int.self)).map { " \($0)" } ?? ""
    return WireError(
      .rejected(
        "\(type) has no such case\(number); both sides must be built with the same types"),
      offset: start)
  }
}
