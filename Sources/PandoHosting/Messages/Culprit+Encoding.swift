import PandoWire

extension Culprit {
  private enum Tag: UInt8 { case opening, action, effect }

  func encode(into writer: inout WireWriter) {
    switch self {
    case .action(let lane, let epoch, nil):
      writer.append(Tag.opening.rawValue, lane)
      writer.append(epoch)
    case .action(let lane, let epoch, let sequence?):
      writer.append(Tag.action.rawValue, lane)
      writer.append(epoch)
      writer.append(sequence)
    case .effect(let lane, let name):
      writer.append(Tag.effect.rawValue, lane)
      writer.append(text: name)
    }
  }

  init(from reader: inout WireReader) throws(WireError) {
    switch try Tag(rawValue: reader.readByte()) {
    case .opening: self = .action(try reader.readLane(), try reader.readEpoch(), nil)
    case .action:
      self = .action(try reader.readLane(), try reader.readEpoch(), try reader.readSequence())
    case .effect:
      self = .effect(try reader.readLane(), name: try reader.readText().printable)
    case nil: throw reader.invalid("kind of culprit")
    }
  }
}
