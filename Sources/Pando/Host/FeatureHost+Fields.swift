import PandoHosting
import PandoWire

extension FeatureHost {
  /// Answers the action just reduced with what it changed in a small state. Returns false, and has done
  /// nothing, where the state is large.
  @inline(__always)
  func answerPlainly(
    _ heading: ActionHeading, _ session: HostSession
  ) throws(WireError) -> Bool {
    guard fields == nil, machine.latest.count < Fieldwise.leastBytes else { return false }
    session.scratch.removeAll()
    try coding.state.encode(state, &session.scratch)
    return session.answer(heading, by: &machine)
  }

  /// Finds what the action just reduced changed in the state.
  func reduced() throws(WireError) -> (SequenceNumber, Patch) {
    if let fields, !shared.holdsShared {
      let patch = try? session.withScratch { writer throws(WireError) in
        try machine.latest.withUnsafeBufferPointer { latest throws(WireError) in
          try fields.patch(state, UnsafeRawBufferPointer(latest), using: &writer)
        }
      }
      if let patch {
        let sequence = try machine.reduced(by: patch)
        if Fieldwise.isVerified { try verify() }
        return (sequence, patch)
      }
      // The whole state tells what is wrong.
    }
    let result = try session.withEncoded(state, coding.state) { machine.reduced($0) }
    if fields != nil { fields = nil }
    if machine.latest.count >= Fieldwise.leastBytes, !shared.holdsShared,
      let table = FieldTable.of(State.self)
    {
      fields = FieldwiseEncoding(table, state, machine.latest)
    }
    return result
  }

  private func verify() throws(WireError) {
    let encoded = try WireEncoder.encode(state.pointee)
    precondition(
      encoded == machine.latest, "a state that was encoded field by field is the whole one")
  }
}
