import PandoWire

extension SelfDispatch {
  func encode(into writer: inout WireWriter) {
    writer.append(epoch)
    writer.append(sequence)
    // Sends are numbered from 1.
    writer.appendVarint(basis ?? 0)
    result.encode(into: &writer)
  }

  init(from reader: inout WireReader) throws(WireError) {
    epoch = try reader.readEpoch()
    sequence = try reader.readSequence()
    let basis = try reader.readVarint()
    self.basis = basis == 0 ? nil : basis
    result = try HostedResult(from: &reader)
  }
}
