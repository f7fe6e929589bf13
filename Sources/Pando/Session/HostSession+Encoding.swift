import PandoHosting
import PandoWire

extension HostSession {
  /// Lends the encoding of a state.
  func withEncoded<State, Result>(
    _ state: UnsafeMutablePointer<State>, _ coding: ValueCoding<State>,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(WireError) -> Result {
    scratch.removeAll()
    try coding.encode(state, &scratch)
    return scratch.withBytes { body($0) }
  }

  /// Answers the action that left the state which lies in the scratch, encoded. Returns false, and has done nothing,
  /// where that is large.
  func answer(_ heading: ActionHeading, by machine: inout HostMachine) -> Bool {
    scratch.withBytes { encoded in
      if encoded.count >= Fieldwise.leastBytes { return false }
      if let changed = machine.reducedInPlace(encoded) {
        let new = UnsafeRawBufferPointer(rebasing: encoded[changed])
        outlet.locked { $0.writeAnswer(heading, overwriting: changed.lowerBound, by: new) }
      } else {
        outlet.locked { $0.writeAnswer(heading) { machine.reduced(encoded, into: &$0) } }
      }
      return true
    }
  }

  /// Lends a writer for parts of a state.
  func withScratch<Result>(
    _ body: (inout WireWriter) throws(WireError) -> Result
  ) throws(WireError) -> Result {
    try body(&scratch)
  }
}
