/// The bytes before the contents of a value, and what makes one of them.
package struct ContentsForm: Equatable, Sendable {
  /// Nil for text.
  let kind: PackedKind?
  /// The size of an element.
  let width: Int

  /// Bytes in a packed array.
  package static var bytes: ContentsForm { ContentsForm(kind: .uint8) }

  static var text: ContentsForm { ContentsForm(kind: nil) }

  init(kind: PackedKind?) {
    self.kind = kind
    width = kind?.width ?? 1
  }

  /// The bytes before contents of this size.
  func header(_ byteCount: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    if let kind {
      bytes = [WireTag.packed, kind.rawValue]
    } else if byteCount < 32 {
      return [WireTag.shortString + UInt8(byteCount)]
    } else {
      bytes = [WireTag.string]
    }
    var rest = byteCount / width
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
    return bytes
  }
}

/// A value whose encoding is a header, and then its contents as they lie in memory.
package protocol WireContents: Codable {
  /// Nil where the type's values are not encoded so.
  static var contentsForm: ContentsForm? { get }

  /// Lends the contents.
  func withContents(_ body: (UnsafeRawBufferPointer) -> Void)

  /// Returns what puts bytes in the place of others; nil where they are no contents. Both begin and end
  /// where elements do.
  static func replacement(
    of range: Range<Int>, by bytes: UnsafeRawBufferPointer
  ) -> ((inout Self) -> Void)?
}

extension Array: WireContents where Element: Codable {
  package static var contentsForm: ContentsForm? {
    PackedKind(Element.self).map { ContentsForm(kind: $0) }
  }

  package func withContents(_ body: (UnsafeRawBufferPointer) -> Void) { withUnsafeBytes(body) }

  package static func replacement(
    of range: Range<Int>, by bytes: UnsafeRawBufferPointer
  ) -> ((inout [Element]) -> Void)? {
    if Element.self == Bool.self, bytes.contains(where: { $0 > 1 }) { return nil }
    let copy = ByteString(copying: bytes)
    if bytes.count == range.count {
      return { array in
        array.withUnsafeMutableBytes { place in
          copy.withUnsafeBytes {
            UnsafeMutableRawBufferPointer(rebasing: place[range]).copyMemory(from: $0)
          }
        }
      }
    }
    let stride = MemoryLayout<Element>.stride
    let positions = range.lowerBound / stride..<range.upperBound / stride
    // Numbers, of which any bits are one; those of `Bool` are looked at above.
    let elements: [Element] =
      bytes.isEmpty
      ? []
      : [Element](unsafeUninitializedCapacity: bytes.count / stride) { buffer, count in
        UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
        count = bytes.count / stride
      }
    return { $0.replaceSubrange(positions, with: elements) }
  }
}

extension String: WireContents {
  package static var contentsForm: ContentsForm? { .text }

  package func withContents(_ body: (UnsafeRawBufferPointer) -> Void) {
    if utf8.withContiguousStorageIfAvailable({ body(UnsafeRawBufferPointer($0)) }) == nil {
      var copy = self
      copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
  }

  package static func replacement(
    of range: Range<Int>, by bytes: UnsafeRawBufferPointer
  ) -> ((inout String) -> Void)? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return { string in
      let start = string.utf8.index(string.startIndex, offsetBy: range.lowerBound)
      let end = string.utf8.index(start, offsetBy: range.count)
      string.replaceSubrange(start..<end, with: text)
    }
  }
}
