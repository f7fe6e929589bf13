package import PandoHosting
import PandoWire

/// What a store has to say to one worker, gathered while the store holds its lock.
///
/// While the worker has actions to answer, a few more of them may wait for its next message, as in
/// Nagle's algorithm (RFC 896): the worker is busy anyway, and a batch costs one system call.
package final class LinkOutbox {
  package let link: any HostingLink
  @exclusivity(unchecked)
  var writer = WireWriter()
  /// How many commits the link has not been told of.
  @exclusivity(unchecked)
  var commitCount = 0
  /// Whether it is in its store's list of those that have something to send.
  @exclusivity(unchecked)
  var isMarked = false
  /// How many actions were gathered.
  @exclusivity(unchecked)
  private var actionCount = 0
  /// Whether something was gathered that is no action.
  @exclusivity(unchecked)
  private var isUrgent = false
  /// Whether actions were sent and nothing has come since.
  @exclusivity(unchecked)
  private var isAnswerDue = false

  private static let waitingActionsAtMost = 128

  init(_ link: any HostingLink) {
    self.link = link
  }

  func add(_ message: ClientMessage) {
    message.encode(into: &writer)
    isUrgent = true
  }

  func add(
    _ lane: LaneID, _ epoch: Epoch, _ sequence: SequenceNumber, _ action: HostedAction
  ) {
    ClientMessage.encodeReduce(lane, epoch, sequence, action, into: &writer)
    actionCount += 1
  }

  /// The link asked to be called.
  func hurry() { isUrgent = true }

  /// The worker said something.
  func noteAnswer() { isAnswerDue = false }

  /// Tells the link how many of its worker's actions have committed.
  func tellCommits() {
    if commitCount > 0 { link.countCommits(commitCount) }
    commitCount = 0
  }

  /// Whether what was gathered may wait for the worker's next message.
  var mayWait: Bool {
    isAnswerDue && !isUrgent && actionCount < Self.waitingActionsAtMost
  }

  /// Sends what was gathered, and returns answers that come at once.
  func flush() -> [UInt8]? {
    if actionCount > 0 { isAnswerDue = true }
    actionCount = 0
    isUrgent = false
    defer { writer.removeAll() }
    return writer.withBytes { link.send($0) }
  }
}
