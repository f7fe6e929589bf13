import Synchronization

/// The fields of a type, down through the structs that it holds: where each lies in memory, and what
/// stands before it in the encoding.
///
/// A field is what has an encoding of its own: anything but a struct that lists its properties. What is no
/// such struct is its own only field.
package final class FieldTable: Sendable {
  struct Field {
    /// Where it lies in a value.
    let offset: Int
    let coding: FieldCoding
    /// The ends and beginnings of lists between the field before it and this one.
    let gap: [UInt8]
    /// The depth at which it lies in the encoding.
    let depth: Int
    /// The structs in which it is a property, the outermost first.
    let owners: [any Codable.Type]
  }

  // Safe to share: made once, and then never changed. `FieldCoding` has constants alone.
  nonisolated(unsafe) let fields: [Field]
  /// The ends of lists behind the last field.
  let trail: [UInt8]
  let size: Int
  let alignment: Int

  /// True if a change of any field is found without encoding it.
  package var isBitwise: Bool { fields.allSatisfy(\.coding.isBitwise) }

  private init<Value>(_ builder: FieldTableBuilder, _ type: Value.Type) {
    fields = builder.fields
    trail = builder.gap
    size = MemoryLayout<Value>.size
    alignment = MemoryLayout<Value>.alignment
  }

  private static let tables = Mutex<[ObjectIdentifier: FieldTable]>([:])

  /// The table of a type; nil for one that is always encoded as a whole.
  ///
  /// Asks the type once for each process. O(1) after that, with a lock.
  package static func of(_ type: any Codable.Type) -> FieldTable? {
    let table = any(of: type)
    return table.fields.count == 1 && table.trail.isEmpty && table.fields[0].coding.shape == nil
      ? nil : table
  }

  /// The table of any type.
  static func any(of type: any Codable.Type) -> FieldTable {
    if let known = tables.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    var builder = FieldTableBuilder()
    func make<Value: Codable>(_ type: Value.Type) -> FieldTable {
      if !builder.add(type, at: 0, level: 1) { builder.addField(type, at: 0, level: 0) }
      return FieldTable(builder, type)
    }
    let table = make(type)
    // Another thread may have made the same meanwhile.
    tables.withLock { $0[ObjectIdentifier(type)] = table }
    return table
  }

  /// The table of the properties of a struct that is otherwise a field of its own.
  static func checked<Value: Codable>(_ type: Value.Type) -> FieldTable {
    var builder = FieldTableBuilder()
    _ = builder.add(type, at: 0, level: 1, evenChecked: true)
    return FieldTable(builder, type)
  }
}

/// Walks down through the structs of a state.
private struct FieldTableBuilder {
  var fields: [FieldTable.Field] = []
  var gap: [UInt8] = []
  private var owners: [any Codable.Type] = []

  /// Adds the properties of a struct; returns false, and adds nothing, for what is no such struct.
  mutating func add(
    _ type: any Codable.Type, at offset: Int, level: Int, evenChecked: Bool = false
  ) -> Bool {
    guard let list = (type as? any WireCodable.Type)?.wireFields,
      let properties = list.properties, !list.isChecked || evenChecked
    else { return false }
    gap.append(WireTag.list)
    owners.append(type)
    for property in properties {
      let place = offset + property.offset
      if !add(property.type, at: place, level: level + 1) {
        addField(property.type, at: place, level: level)
      }
    }
    owners.removeLast()
    gap.append(WireTag.end)
    return true
  }

  mutating func addField<Value: Codable>(_ type: Value.Type, at offset: Int, level: Int) {
    var visit = TypeVisit()
    let coding = TypedFieldCoding<Value>(isBitwise: visit.isBitwise(type))
    // A list of properties is a level, and so is each property in it.
    fields.append(
      FieldTable.Field(
        offset: offset, coding: coding, gap: gap, depth: 2 * level, owners: owners))
    gap = []
  }
}
