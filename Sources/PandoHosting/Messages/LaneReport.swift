import PandoWire

/// The answer of a worker to the question which lanes it has: the largest of them, and how many there are.
package struct LaneReport: Equatable, Sendable {
  /// One lane, as its worker knows it.
  package struct Lane: Equatable, Sendable {
    /// The number that the client gave it.
    package var id: LaneID
    package var feature: String
    /// The name of the client.
    package var client: String
    /// True if its reducer was running when the worker was asked.
    package var isReducing: Bool
    /// The actions that were reduced and have not committed.
    package var held: Int
    /// The effects that run.
    package var effects: Int
    /// The bytes that its states and patches take.
    package var byteCount: Int

    package init(
      id: LaneID, feature: String, client: String, isReducing: Bool, held: Int, effects: Int,
      byteCount: Int
    ) {
      self.id = id
      self.feature = feature
      self.client = client
      self.isReducing = isReducing
      self.held = held
      self.effects = effects
      self.byteCount = byteCount
    }
  }

  /// The number of the question.
  package var number: UInt64
  /// The number of lanes that the worker has.
  package var laneCount: Int
  /// The largest first.
  package var lanes: [Lane]

  package init(number: UInt64, laneCount: Int, lanes: [Lane]) {
    self.number = number
    self.laneCount = laneCount
    self.lanes = lanes
  }
}

extension LaneReport {
  /// The greatest number that is read of anything that is counted: what workers say is summed up, whatever they say.
  package static let countAtMost = 1 << 30
  /// The greatest number of bytes that is read of a lane.
  package static let laneBytesAtMost = 1 << 50
  /// The greatest number of bytes that a report has: of the most lanes, with the longest names and numbers of ten bytes.
  package static let bytesAtMost =
    32 + LaneQuestion.lanesAtMost * (2 * (MessageText.nameBytesAtMost + 2) + 4 * 10 + 1)

  /// The batch, encoded.
  package var bytes: [UInt8] {
    var writer = WireWriter()
    writer.append(LaneQuestion.tag)
    writer.appendVarint(number)
    writer.appendVarint(laneCount)
    writer.appendVarint(lanes.count)
    for lane in lanes { lane.encode(into: &writer) }
    return writer.bytes
  }

  /// A batch that is such an answer and nothing else; nil for any other.
  package init?(batch: UnsafeRawBufferPointer) {
    guard unsafe batch.first == LaneQuestion.tag else { return nil }
    var reader = unsafe WireReader(UnsafeRawBufferPointer(rebasing: batch.dropFirst()))
    do {
      let number = try reader.readVarint()
      let laneCount = try reader.readInteger()
      let count = try reader.readCount(minimumBytes: 7)
      guard count <= LaneQuestion.lanesAtMost else { return nil }
      var lanes: [Lane] = []
      for _ in 0..<count { lanes.append(try Lane(from: &reader)) }
      guard reader.isAtEnd else { return nil }
      self.init(
        number: number, laneCount: min(max(laneCount, count), Self.countAtMost), lanes: lanes)
    } catch {
      return nil
    }
  }
}

extension LaneReport.Lane {
  fileprivate func encode(into writer: inout WireWriter) {
    writer.appendVarint(id.rawValue)
    for name in [feature, client] {
      writer.appendString(MessageText.cut(name, to: MessageText.nameBytesAtMost))
    }
    writer.append(isReducing ? 1 : 0)
    writer.appendVarint(held)
    writer.appendVarint(effects)
    writer.appendVarint(byteCount)
  }

  fileprivate init(from reader: inout WireReader) throws(WireError) {
    self.init(
      id: LaneID(rawValue: try reader.readVarint()), feature: try Self.name(from: &reader),
      client: try Self.name(from: &reader), isReducing: try reader.readByte() != 0,
      held: min(try reader.readInteger(), LaneReport.countAtMost),
      effects: min(try reader.readInteger(), LaneReport.countAtMost),
      byteCount: min(try reader.readInteger(), LaneReport.laneBytesAtMost))
  }

  /// Reads a name, and refuses one that is longer than any worker sends.
  private static func name(from reader: inout WireReader) throws(WireError) -> String {
    let name = try reader.readString()
    guard name.utf8.count <= MessageText.nameBytesAtMost else {
      throw reader.invalid(
        "name in a lane report, which has \(MessageText.nameBytesAtMost) bytes at most")
    }
    return name
  }
}
