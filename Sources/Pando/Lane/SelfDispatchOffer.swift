import PandoHosting

/// An action that an effect on a worker sent and that the worker has reduced, until it comes to its lane.
///
/// A class, as nearly no lane has one and each has room for one.
final class SelfDispatchOffer {
  let action: HostedAction
  /// The number of the send.
  let number: UInt64
  let selfDispatch: SelfDispatch

  init(_ action: HostedAction, _ number: UInt64, _ selfDispatch: SelfDispatch) {
    self.action = action
    self.number = number
    self.selfDispatch = selfDispatch
  }
}

extension AnyLane {
  /// Takes an action behind all others with the result that its worker offers for it, if it offers one for
  /// this very action. Returns whether it does.
  func takesOffer(of action: HostedAction) -> Bool {
    guard let offer = offered, offer.action == action else { return false }
    offered = nil
    handle(.acceptSelfDispatched(action, number: offer.number, offer.selfDispatch))
    if options.order == .asReady, machine.isHeadReady { driver.listAsReady(self) }
    return true
  }

  /// Notes that the offered action did not come here as its worker reduced it.
  func refuseOffer() {
    guard let offer = offered else { return }
    offered = nil
    handle(.refusedSelfDispatch(number: offer.number))
  }
}
