// Features name dates, identities, addresses and index sets in nearly every file.
@_exported public import Foundation
public import PandoWire

extension Data: WireCodable {
  /// Writes the bytes as one run.
  public func encode(into writer: inout WireWriter) throws(WireError) {
    try Array(self).encode(into: &writer)
  }

  /// Reads a run of bytes, or a list of them.
  public init(reading reader: inout WireReader) throws(WireError) {
    self.init(try [UInt8](reading: &reader))
  }
}

extension Data: WireContents {
  package static var contentsForm: ContentsForm? { .bytes }

  package func withContents(_ body: (UnsafeRawBufferPointer) -> Void) { withUnsafeBytes(body) }

  package static func replacement(
    of range: Range<Int>, by bytes: UnsafeRawBufferPointer
  ) -> ((inout Data) -> Void)? {
    let new = Data(bytes)
    return { data in
      let start = data.startIndex + range.lowerBound
      data.replaceSubrange(start..<start + range.count, with: new)
    }
  }
}
