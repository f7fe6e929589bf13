import Pando
import PandoWire

/// An action that has committed, as a journal has it.
struct CommittedRecord {
  let version: UInt64
  let kind: RecordKind
  /// The encoded action; empty where it could not be encoded.
  let bytes: [UInt8]

  /// Returns the records of a group, one for each commit; nil where they cannot be read.
  static func all(of group: JournalHistory.Group) -> [CommittedRecord]? {
    let records = try? group.body.records.withUnsafeBytes { bytes in
      Result { () throws(WireError) in try read(bytes, from: group.row.firstVersion) }
    }.get()
    return records.flatMap { $0.count == group.versions.count ? $0 : nil }
  }

  private static func read(
    _ bytes: UnsafeRawBufferPointer, from version: UInt64
  ) throws(WireError) -> [CommittedRecord] {
    var reader = WireReader(bytes)
    var records: [CommittedRecord] = []
    while !reader.isAtEnd {
      guard let kind = RecordKind(rawValue: try reader.readByte()) else {
        throw WireError(.rejected("a later build wrote this record"), offset: 0)
      }
      records.append(
        CommittedRecord(
          version: version + UInt64(records.count), kind: kind,
          bytes: try reader.readByteArray()))
    }
    return records
  }
}

extension RecordKind {
  var name: String {
    switch self {
    case .sent: "sent"
    case .followUp: "follow-up"
    case .failed: "failed"
    }
  }
}
