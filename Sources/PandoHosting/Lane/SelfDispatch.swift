/// The result of an action that an effect on the worker sent, and that the worker reduced at once, as if the
/// client had dispatched it there and then.
///
/// It holds where the client agrees: where the lane's next action has this number in this epoch, and the
/// client took every self-dispatch that this one builds on. Otherwise the client dispatches the action like
/// any other, and the worker takes its own result back when it hears of that.
package struct SelfDispatch: Equatable, Sendable {
  package let epoch: Epoch
  package let sequence: SequenceNumber
  /// The number of the oldest self-dispatched send before this one that the worker does not know to be taken;
  /// nil where there is none.
  package let basis: UInt64?
  package let result: HostedResult

  package init(epoch: Epoch, sequence: SequenceNumber, basis: UInt64?, result: HostedResult) {
    self.epoch = epoch
    self.sequence = sequence
    self.basis = basis
    self.result = result
  }
}
