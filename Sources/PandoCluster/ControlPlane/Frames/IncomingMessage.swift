import PandoWire

/// A message, as it was understood.
enum IncomingMessage: Equatable {
  case call(CallFrame)
  case reply(CallID, Reply)
  /// A call that is not understood, and the error that says so to its sender.
  case unreadableCall(CallID, ControlError)
  /// Not of this protocol; it is dropped.
  case garbage

  init(_ bytes: UnsafeRawBufferPointer, limits: WireLimits) {
    var reader = WireReader(bytes, limits: limits)
    guard let header = ControlFrame(from: &reader) else {
      self = .garbage
      return
    }
    let call = header.call
    guard header.version == ControlFrame.version else {
      let theirs = Int(header.version)
      let ours = Int(ControlFrame.version)
      // Each side tells its own user which of the two numbers is whose.
      self =
        header.kind == .call
        ? .unreadableCall(call, .otherVersion(theirs: ours, ours: theirs))
        : .reply(call, .failure(.otherVersion(theirs: theirs, ours: ours)))
      return
    }
    do {
      if header.kind == .call {
        self = .call(try CallFrame(call, from: &reader))
      } else if let reply = try Reply(header.kind, from: &reader) {
        self = .reply(call, reply)
      } else {
        self = .garbage
      }
    } catch {
      let problem = ControlError.malformed("\(error)")
      self = header.kind == .call ? .unreadableCall(call, problem) : .reply(call, .failure(problem))
    }
  }
}
