package import Pando
package import PandoWire

/// The contents of a journal's row: a group of commits, encoded.
package struct GroupBody {
  /// Grows with every change that a build before could not read.
  private static let formatVersion: UInt8 = 1

  /// The shape of the store's actions.
  package let actionSchema: UInt64
  /// The change of the encoded state.
  package let patch: Patch
  /// The actions that committed, as ``CommittedGroup`` has them.
  package let records: [UInt8]
  /// The encoded actions that had not committed yet, and that commits gave rise to.
  package let owed: [[UInt8]]

  package init(_ group: CommittedGroup, actionSchema: UInt64) {
    self.actionSchema = actionSchema
    patch = group.patch
    records = group.records
    owed = group.owed
  }

  package var bytes: [UInt8] {
    var writer = WireWriter()
    writer.append(Self.formatVersion)
    writer.appendFixed(actionSchema)
    patch.encode(into: &writer)
    writer.appendBytes(records)
    writer.appendVarint(owed.count)
    for action in owed { writer.appendBytes(action) }
    return writer.finish()
  }

  package init(_ bytes: [UInt8]) throws(WireError) {
    self = try bytes.withUnsafeBytes { bytes in
      Result { () throws(WireError) in
        var reader = WireReader(bytes)
        return try GroupBody(reading: &reader)
      }
    }.get()
  }

  private init(reading reader: inout WireReader) throws(WireError) {
    guard try reader.readByte() == Self.formatVersion else {
      throw WireError(.rejected("a later build wrote this group"), offset: 0)
    }
    actionSchema = try reader.readFixed()
    patch = try Patch(reading: &reader)
    records = try reader.readByteArray()
    var owed: [[UInt8]] = []
    for _ in 0..<(try reader.readCount()) { owed.append(try reader.readByteArray()) }
    self.owed = owed
    try reader.expectEnd()
  }
}
