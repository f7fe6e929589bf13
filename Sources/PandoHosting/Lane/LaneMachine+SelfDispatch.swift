import PandoWire

extension LaneMachine {
  /// Takes an action with the result that its worker has for it already, if that builds on just what the
  /// worker was given; otherwise the action is dispatched like any other.
  mutating func accept(
    _ action: HostedAction, _ number: UInt64, _ selfDispatch: SelfDispatch,
    _ directives: inout [LaneDirective]
  ) {
    guard takes(selfDispatch, of: action) else {
      refusedSend = number
      return accept(action, at: nil, &directives)
    }
    let index = slots.count
    slots.append(Slot(action: action, dispatched: epoch))
    dispatchedCount = index + 1
    inFlightBytes += action.bytes.count
    noteAnswer(ofBytes: selfDispatch.result.patchBytes)
    if index == 0 {
      setHead(selfDispatch.result)
    } else {
      slots.answer(index, with: selfDispatch.result)
    }
  }

  private func takes(_ selfDispatch: SelfDispatch, of action: HostedAction) -> Bool {
    phase == .open && !isHeld && selfDispatch.epoch == epoch
      && dispatchedCount == slots.count && dispatchedCount < limit.value
      && selfDispatch.sequence == first.advanced(by: dispatchedCount)
      // What it builds on was taken, too.
      && selfDispatch.basis.map { $0 > refusedSend } ?? true
      && hasRoom(for: action) && keepsAnswer(ofBytes: selfDispatch.result.heldBytes)
  }
}
