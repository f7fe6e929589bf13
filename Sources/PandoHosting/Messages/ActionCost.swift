import PandoWire

/// The cost of reducing actions of one kind on a worker, since the worker told of it last.
package struct ActionCost: Equatable, Sendable {
  package var feature: String
  /// The case of the feature's action.
  package var action: String
  /// The number of actions, by samples.
  package var count: UInt64
  /// The processor time that they took, by samples.
  package var nanoseconds: UInt64

  /// The number of costs that one message has at most.
  package static let countAtMost = 256

  package init(feature: String, action: String, count: UInt64, nanoseconds: UInt64) {
    self.feature = feature
    self.action = action
    self.count = count
    self.nanoseconds = nanoseconds
  }

  init(from reader: inout WireReader) throws(WireError) {
    feature = try reader.readText()
    action = try reader.readText()
    count = try reader.readVarint()
    nanoseconds = try reader.readVarint()
  }

  func encode(into writer: inout WireWriter) {
    writer.append(text: feature)
    writer.append(text: action)
    writer.appendVarint(count)
    writer.appendVarint(nanoseconds)
  }
}
