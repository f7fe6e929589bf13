/// The way in which changes of one type of field are found, and made, without the rest of it.
class FieldShape {
  func makeWatch() -> FieldWatch { mustOverride() }

  func makeFollower() -> FieldFollower { mustOverride() }

  /// The shape of a type; nil for one that is encoded and decoded as a whole.
  static func make<Value: Codable>(_ type: Value.Type, isBitwise: Bool) -> FieldShape? {
    func rows<Rows: WireRows>(_ type: Rows.Type) -> FieldShape {
      RowsShape(TypedRowsCoding<Rows>())
    }
    func holder<Holder: WireHolder>(_ type: Holder.Type) -> FieldShape? {
      HolderShape<Holder>.make()
    }
    func contents<Contents: WireContents>(_ type: Contents.Type) -> FieldShape? {
      ContentsShape<Contents>.make(isBitwise: isBitwise)
    }
    if let type = type as? any WireHolder.Type { return holder(type) }
    if let type = type as? any WireContents.Type, let shape = contents(type) { return shape }
    if isBitwise {
      if let type = type as? any WireRows.Type { return rows(type) }
      if let type = type as? any BitwiseCollection.Type { return type.fieldShape }
    }
    guard let fields = (type as? any WireCodable.Type)?.wireFields else { return nil }
    if fields.isChecked, fields.properties != nil { return CheckedShape(type) }
    return fields.caseNames.flatMap { CaseShape<Value>(names: $0) }
  }
}

/// A collection in which changes are found by the bits of its elements.
protocol BitwiseCollection {
  static var fieldShape: FieldShape? { get }
}

/// Finds what changed in a field since it was looked at last.
///
/// After an error it is of no use any more.
class FieldWatch {
  /// The length of the field's encoding.
  final var length = 0

  /// Begins with a value, and with its encoding at an offset, which moves behind it; returns false when
  /// that is none of this shape.
  func begin(
    _ place: UnsafeMutableRawPointer, _ bytes: WireBytes, _ offset: inout Int
  ) throws(WireError) -> Bool { mustOverride() }

  /// Adds what has changed in the encoding, which began at an offset; returns false, and adds nothing, when
  /// the whole is to be encoded.
  func look(
    _ place: UnsafeMutableRawPointer, _ changes: inout FieldChanges, from start: Int, depth: Int,
    _ writer: inout WireWriter
  ) throws(WireError) -> Bool { mustOverride() }
}

/// Finds what a patch changes in a field.
///
/// After an error it is of no use any more.
class FieldFollower {
  /// True if the last change was one of rows where they are.
  var keepsRows: Bool { false }

  /// The length of the field's encoding.
  final var length = 0

  /// Begins with the encoding at an offset, which moves behind it; returns false when that is none of this
  /// shape.
  func begin(_ bytes: WireBytes, _ offset: inout Int) throws(WireError) -> Bool { mustOverride() }

  /// Returns what splices change in a value; nil when the whole is to be decoded.
  ///
  /// - Parameters:
  ///   - splices: Splices of the field's encoding and of nothing else.
  ///   - start: Where the encoding began before the patch.
  ///   - reader: Stands where it begins now.
  ///   - length: The length that it has now.
  ///   - place: The value before the patch.
  func follow(
    _ splices: ArraySlice<Splice>, from start: Int, _ reader: inout WireReader, length: Int,
    _ place: UnsafeRawPointer
  ) throws(WireError) -> FieldEdit? { mustOverride() }
}

func mustOverride() -> Never {
  fatalError("a class that knows its type overrides everything")
}

/// The splices that a look at a state finds, in ascending order.
struct FieldChanges {
  /// The encoding before them.
  let encoded: UnsafeRawBufferPointer
  var splices: [Splice]

  mutating func add(_ splice: Splice) { splices.append(splice) }

  /// Adds what differs between a part of the encoding and what stands in the writer.
  mutating func add(_ start: Int, _ length: Int, _ writer: borrowing WireWriter) {
    writer.withBytes { add(start, length, $0) }
  }

  /// Adds what differs between a part of the encoding and other bytes.
  mutating func add(_ start: Int, _ length: Int, _ new: UnsafeRawBufferPointer) {
    let old = UnsafeRawBufferPointer(rebasing: encoded[start..<start + length])
    // So short a part is replaced as a whole, if at all: it begins and ends where the part does.
    if max(old.count, new.count) <= BlockIndex.blockBytes {
      if old.count == new.count, old.commonPrefix(new) == new.count { return }
      add(Splice(offset: start, removedCount: length, bytes: ByteString(copying: new)))
      return
    }
    switch Patch.make(old, new) {
    case .unchanged: break
    case .snapshot(let bytes):
      add(Splice(offset: start, removedCount: length, bytes: ByteString(bytes)))
    case .splice(let splice): add(splice.moved(by: start))
    case .splices(let parts): splices += parts.map { $0.moved(by: start) }
    }
  }
}

extension Splice {
  fileprivate func moved(by distance: Int) -> Splice {
    var splice = self
    splice.offset += distance
    return splice
  }

  /// The distance by which it moves what lies behind it, in bytes.
  var growth: Int { bytes.count - removedCount }

  /// Returns whether it changes bytes between these places and no others. What is inserted between two values
  /// belongs to the first.
  func isInside(_ start: Int, _ end: Int) -> Bool {
    offset >= start && offset + removedCount <= end && (removedCount > 0 || offset > start)
  }
}
