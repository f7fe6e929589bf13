import PandoWire

/// The store that one process hands to another.
struct HandOverLetter: Equatable {
  var name: String
  /// The opening of the journal that sends it.
  var epoch: UInt64
  /// The end of the journal, which the state is behind.
  var mark = JournalMark.zero
  var schema: UInt64 = 0
  /// The encoded state; nil before the first.
  var state: [UInt8]?
  /// The last row, which has what is owed; nil where there is none.
  var last: JournalRow?

  private static let format: UInt8 = 1

  init(name: String, epoch: UInt64) {
    self.name = name
    self.epoch = epoch
  }

  /// The state, as a journal has it.
  var snapshot: JournalSnapshot? {
    state.map {
      JournalSnapshot(mark: mark, schema: schema, stateHash: JournalHash.of($0), state: $0)
    }
  }

  /// The store, as an opening finds it.
  var contents: JournalContents {
    JournalContents(epoch: epoch, snapshot: snapshot, mark: mark, isNew: state == nil)
  }

  var bytes: [UInt8] {
    var writer = WireWriter()
    writer.append(Self.format)
    writer.appendBytes(Array(name.utf8))
    for word in [epoch, mark.group, mark.version, mark.hash, mark.epoch, schema] {
      writer.appendFixed(word)
    }
    writer.append(state == nil ? 0 : 1)
    if let state { writer.appendBytes(state) }
    writer.append(last == nil ? 0 : 1)
    if let last {
      for word in [
        last.number, last.firstVersion, last.commitCount, last.epoch, last.schema, last.hash,
      ] { writer.appendFixed(word) }
      writer.appendBytes(last.body)
    }
    return writer.finish()
  }

  init(_ bytes: [UInt8]) throws(WireError) {
    self = try bytes.withUnsafeBytes { bytes in
      Result { () throws(WireError) in
        var reader = WireReader(bytes)
        return try HandOverLetter(reading: &reader)
      }
    }.get()
  }

  private init(reading reader: inout WireReader) throws(WireError) {
    guard try reader.readByte() == Self.format else {
      throw WireError(.rejected("a later build wrote this"), offset: 0)
    }
    name = String(decoding: try reader.readByteArray(), as: UTF8.self)
    epoch = try reader.readFixed()
    mark = JournalMark(
      group: try reader.readFixed(), version: try reader.readFixed(), hash: try reader.readFixed(),
      epoch: try reader.readFixed())
    schema = try reader.readFixed()
    if try reader.readByte() == 1 { state = try reader.readByteArray() }
    if try reader.readByte() == 1 {
      var row = JournalRow(
        number: try reader.readFixed(), firstVersion: try reader.readFixed(),
        commitCount: try reader.readFixed(), epoch: try reader.readFixed(),
        schema: try reader.readFixed(), body: [], hash: try reader.readFixed())
      row.body = try reader.readByteArray()
      last = row
    }
    try reader.expectEnd()
  }
}
