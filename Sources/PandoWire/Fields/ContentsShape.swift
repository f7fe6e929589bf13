/// Compares the contents of a value with its encoding, in which they stand as they are, and changes them
/// where they lie.
final class ContentsShape<Value: WireContents>: FieldShape {
  private let form: ContentsForm
  private let isBitwise: Bool

  private init(_ form: ContentsForm, isBitwise: Bool) {
    self.form = form
    self.isBitwise = isBitwise
  }

  static func make(isBitwise: Bool) -> FieldShape? {
    Value.contentsForm.map { ContentsShape($0, isBitwise: isBitwise) }
  }

  override func makeWatch() -> FieldWatch { ContentsWatch<Value>(form, isBitwise: isBitwise) }

  override func makeFollower() -> FieldFollower { ContentsFollower<Value>(form) }
}

private final class ContentsWatch<Value: WireContents>: FieldWatch {
  private let form: ContentsForm
  private let isBitwise: Bool
  private var header: [UInt8] = []
  /// A copy that tells at once that nothing has changed; its first change copies all contents. So there
  /// is none while a large value changes.
  private var held = HeldCopy<Value>()
  /// The number of looks in a row that found no change.
  private var quietCount = 0

  /// The size up to which a copy costs no more than comparing.
  private static var heldBytesAtMost: Int { 256 }

  init(_ form: ContentsForm, isBitwise: Bool) {
    self.form = form
    self.isBitwise = isBitwise
  }

  override func begin(
    _ place: UnsafeMutableRawPointer, _ bytes: WireBytes, _ offset: inout Int
  ) throws(WireError) -> Bool {
    let value = place.assumingMemoryBound(to: Value.self)
    var size = 0
    value.pointee.withContents { size = $0.count }
    header = form.header(size)
    guard bytes.pass(header, &offset), size <= bytes.end - offset else { return false }
    offset += size
    length = header.count + size
    hold(value, isBitwise)
    return true
  }

  override func look(
    _ place: UnsafeMutableRawPointer, _ changes: inout FieldChanges, from start: Int, depth: Int,
    _ writer: inout WireWriter
  ) throws(WireError) -> Bool {
    let value = place.assumingMemoryBound(to: Value.self)
    if held.isSame(as: value) { return true }
    let before = changes.splices.count
    value.pointee.withContents { contents in
      let contentsStart = start + header.count
      let oldSize = length - header.count
      if contents.count != oldSize {
        let new = form.header(contents.count)
        if new != header {
          changes.add(
            Splice(offset: start, removedCount: header.count, bytes: ByteString(new)))
          header = new
        }
        length = new.count + contents.count
      }
      changes.add(contentsStart, oldSize, contents)
    }
    let isQuiet = changes.splices.count == before
    quietCount = isQuiet ? quietCount + 1 : 0
    if isBitwise {
      hold(value, length <= Self.heldBytesAtMost || quietCount >= Fieldwise.looksBeforeSharing)
    }
    return true
  }

  private func hold(_ value: UnsafeMutablePointer<Value>, _ holds: Bool) {
    if holds { held.take(value.pointee) } else { held.drop() }
  }
}

private final class ContentsFollower<Value: WireContents>: FieldFollower {
  private let form: ContentsForm
  private var headerCount = 0

  init(_ form: ContentsForm) {
    self.form = form
  }

  override func begin(_ bytes: WireBytes, _ offset: inout Int) throws(WireError) -> Bool {
    let first = offset
    try bytes.skip(&offset)
    length = offset - first
    guard let header = header(bytes, first, length) else { return false }
    headerCount = header
    return true
  }

  /// Returns the size of the header of contents that are as long as they should be; nil for anything else.
  private func header(_ bytes: WireBytes, _ start: Int, _ length: Int) -> Int? {
    // The longest that is no longer than the whole: the length of a number follows from it.
    for count in 1...min(12, length) {
      let header = form.header(length - count)
      var offset = start
      if header.count == count, (length - count) % form.width == 0, bytes.pass(header, &offset) {
        return count
      }
    }
    return nil
  }

  override func follow(
    _ splices: ArraySlice<Splice>, from start: Int, _ reader: inout WireReader, length: Int,
    _ place: UnsafeRawPointer
  ) throws(WireError) -> FieldEdit? {
    let bytes = reader.bytes
    guard length > 0, let newHeader = header(bytes, reader.position, length) else { return nil }
    var removed: Range<Int>?
    var growth = 0
    for splice in splices {
      let from = splice.offset - start - headerCount
      let to = from + splice.removedCount
      // A splice of the header, which was read above.
      if to <= 0, from < 0 { continue }
      guard from >= 0 else { return nil }
      removed = (removed?.lowerBound ?? from)..<to
      growth += splice.growth
    }
    let oldSize = self.length - headerCount
    let newSize = length - newHeader
    guard oldSize + growth == newSize else { return nil }
    let edit = edit(
      removed ?? 0..<0, oldSize, bytes, reader.position + newHeader, newSize)
    guard let edit else { return nil }
    headerCount = newHeader
    self.length = length
    return { place, step in
      if step.applies { edit(&place.assumingMemoryBound(to: Value.self).pointee) }
    }
  }

  /// Returns what takes over all from the first change to the last, with whole elements.
  private func edit(
    _ removed: Range<Int>, _ oldSize: Int, _ bytes: WireBytes, _ start: Int, _ newSize: Int
  ) -> ((inout Value) -> Void)? {
    var front = removed.lowerBound
    var back = oldSize - removed.upperBound
    if form.kind == nil {
      // A byte before the first change is the same in both; so is where its character begins.
      func continues(_ offset: Int) -> Bool { bytes[start + offset] & 0xC0 == 0x80 }
      if front > 0 { front -= 1 }
      while front > 0, continues(front) { front -= 1 }
      while back > 0, continues(newSize - back) { back -= 1 }
    } else {
      front -= front % form.width
      back -= back % form.width
    }
    let new = UnsafeRawBufferPointer(
      start: bytes.base + (start + front), count: newSize - front - back)
    return Value.replacement(of: front..<oldSize - back, by: new)
  }
}
