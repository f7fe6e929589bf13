import PandoWire

/// The question of an operator which lanes a worker has. It opens no session, and is a batch of its own.
package struct LaneQuestion: Equatable, Sendable {
  /// The greatest number of lanes that a worker tells of.
  package static let lanesAtMost = 1_024

  /// The number that the answer comes with.
  package var number: UInt64
  /// The number of lanes to tell of.
  package var lanesAtMost: Int

  package init(number: UInt64, lanesAtMost: Int) {
    self.number = number
    self.lanesAtMost = lanesAtMost
  }

  /// The first byte of the question, and of its answer. Above the tags of a session's messages: a worker of an older
  /// version does not know it, and says so.
  static let tag: UInt8 = 64

  /// The batch, encoded.
  package var bytes: [UInt8] {
    var writer = WireWriter()
    writer.append(Self.tag)
    writer.appendVarint(number)
    writer.appendVarint(lanesAtMost)
    return writer.bytes
  }

  /// A batch that is such a question and nothing else; nil for any other.
  package init?(batch: UnsafeRawBufferPointer) {
    guard unsafe batch.first == Self.tag else { return nil }
    var reader = unsafe WireReader(UnsafeRawBufferPointer(rebasing: batch.dropFirst()))
    guard let number = try? reader.readVarint(), let most = try? reader.readVarint(),
      reader.isAtEnd
    else { return nil }
    self.init(number: number, lanesAtMost: Int(min(most, UInt64(Self.lanesAtMost))))
  }
}
