/// Copies, encodes and decodes the values of one type by their address, for code that does not know the
/// type.
class FieldCoding {
  let size: Int
  /// True if equal bits imply equal values, while both are held.
  let isBitwise: Bool
  /// Finds changes of parts of a value; nil where it is encoded and decoded as a whole.
  let shape: FieldShape?

  init(size: Int, isBitwise: Bool, shape: FieldShape?) {
    self.size = size
    self.isBitwise = isBitwise
    self.shape = shape
  }

  /// Begins a copy in memory that holds nothing.
  func copy(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) { mustOverride() }

  /// Puts a copy in the place of a value.
  func replace(_ target: UnsafeMutableRawPointer, by source: UnsafeRawPointer) { mustOverride() }

  /// Ends a copy.
  func destroy(_ target: UnsafeMutableRawPointer) { mustOverride() }

  /// Writes a value that lies so deep in another.
  func encode(
    _ source: UnsafeRawPointer, depth: Int, into writer: inout WireWriter
  ) throws(WireError) { mustOverride() }

  /// Reads a value, and returns what puts it in the place of another.
  func decode(from reader: inout WireReader) throws(WireError) -> FieldEdit { mustOverride() }

  /// Returns whether a value has the bits of another.
  final func isSame(_ value: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    UnsafeRawBufferPointer(start: value, count: size)
      .commonPrefix(UnsafeRawBufferPointer(start: other, count: size)) == size
  }
}

/// Changes a field, given its address.
typealias FieldEdit = (UnsafeMutableRawPointer, EditStep) -> Void

/// A step of a change.
enum EditStep {
  /// Leaves, in a copy of what is about to be changed, only the rows that change of collections whose rows are of
  /// such types, and which lie in values of such types. So the copy does not hold the others, which are then changed
  /// where they are. All else in the copy stays whole: it may be compared.
  case reduce(AdoptingTypes)
  /// Makes the change.
  case apply

  var applies: Bool {
    switch self {
    case .reduce: false
    case .apply: true
    }
  }
}

final class TypedFieldCoding<Value: Codable>: FieldCoding {
  init(isBitwise: Bool) {
    super.init(
      size: MemoryLayout<Value>.size, isBitwise: isBitwise,
      shape: FieldShape.make(Value.self, isBitwise: isBitwise))
  }

  override func copy(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    target.initializeMemory(as: Value.self, to: source.assumingMemoryBound(to: Value.self).pointee)
  }

  override func replace(_ target: UnsafeMutableRawPointer, by source: UnsafeRawPointer) {
    target.assumingMemoryBound(to: Value.self).pointee =
      source.assumingMemoryBound(to: Value.self).pointee
  }

  override func destroy(_ target: UnsafeMutableRawPointer) {
    target.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  override func encode(
    _ source: UnsafeRawPointer, depth: Int, into writer: inout WireWriter
  ) throws(WireError) {
    try writer.encode(source.assumingMemoryBound(to: Value.self).pointee, inside: depth)
  }

  override func decode(from reader: inout WireReader) throws(WireError) -> FieldEdit {
    let value = try reader.decodeGeneric(Value.self)
    return { place, step in
      if step.applies { place.assumingMemoryBound(to: Value.self).pointee = value }
    }
  }
}

extension WireWriter {
  /// Writes one value as if it lay so deep in another.
  mutating func encode<Value: Encodable>(
    _ value: Value, inside depth: Int
  ) throws(WireError) {
    try inside(depth) { writer throws(WireError) in try writer.encode(value) }
  }

  /// Writes values as if they lay so deep in another.
  mutating func inside(
    _ depth: Int, _ body: (inout WireWriter) throws(WireError) -> Void
  ) throws(WireError) {
    state.pointee.beginRoot()
    state.pointee.depth = depth
    defer { state.pointee.depth = 0 }
    try body(&self)
  }
}
