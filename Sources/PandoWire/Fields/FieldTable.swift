import Synchronization

/// The fields of a state, down through the structs that it holds: where each lies in memory, and what
/// stands before it in the encoding.
///
/// A field is what is encoded and decoded as a whole: anything but a struct that lists its properties.
package final class FieldTable: Sendable {
  struct Field {
    /// Where it lies in a value.
    let offset: Int
    let coding: FieldCoding
    /// The ends and beginnings of lists between the field before it and this one.
    let gap: [UInt8]
    /// The depth at which it lies in the encoding.
    let depth: Int
  }

  // Safe to share: made once, and then never changed. `FieldCoding` has constants alone.
  nonisolated(unsafe) let fields: [Field]
  /// The ends of lists behind the last field.
  let trail: [UInt8]

  /// True if a change of any field is found without encoding it.
  package var isBitwise: Bool { fields.allSatisfy(\.coding.isBitwise) }

  private init(_ builder: FieldTableBuilder) {
    fields = builder.fields
    trail = builder.gap
  }

  private static let tables = Mutex<[ObjectIdentifier: FieldTable?]>([:])

  /// The table of a type; nil for one that does not list its properties.
  ///
  /// Asks the type once for each process. O(1) after that, with a lock.
  package static func of(_ type: Any.Type) -> FieldTable? {
    if let known = tables.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    var builder = FieldTableBuilder()
    let table = builder.add(type, at: 0, level: 1) ? FieldTable(builder) : nil
    // Another thread may have made the same meanwhile.
    tables.withLock { $0[ObjectIdentifier(type)] = .some(table) }
    return table
  }
}

/// Walks down through the structs of a state.
private struct FieldTableBuilder {
  var fields: [FieldTable.Field] = []
  var gap: [UInt8] = []

  /// Adds the properties of a struct; returns false, and adds nothing, for what is no such struct.
  mutating func add(_ type: Any.Type, at offset: Int, level: Int) -> Bool {
    guard let properties = (type as? any WireCodable.Type)?.storedProperties else { return false }
    gap.append(WireTag.list)
    for property in properties {
      let place = offset + property.offset
      if !add(property.type, at: place, level: level + 1) {
        addField(property.type, at: place, level: level)
      }
    }
    gap.append(WireTag.end)
    return true
  }

  private mutating func addField<Value: Codable>(_ type: Value.Type, at offset: Int, level: Int) {
    var visit = TypeVisit()
    let isBitwise = visit.isBitwise(type)
    let coding = TypedFieldCoding<Value>(isBitwise: isBitwise, rows: RowsCoding.make(type))
    // A list of properties is a level, and so is each property in it.
    fields.append(FieldTable.Field(offset: offset, coding: coding, gap: gap, depth: 2 * level))
    gap = []
  }
}
