package import PandoHosting

/// One worker, as a store reaches it. The order of batches is kept.
///
/// A store calls it while it holds its lock, so nothing here may call back into the store.
package protocol HostingLink: AnyObject, Sendable {
  /// The name of the worker in messages to people.
  var name: String { get }

  /// The number of bytes that a batch may have before another begins.
  var batchBytes: Int { get }

  /// Sends a batch of messages, or copies it to be sent soon; it may be empty. A link whose worker
  /// answers on the spot returns the answers.
  func send(_ batch: UnsafeRawBufferPointer) -> [UInt8]?

  /// So many actions that the worker reduced have committed.
  func countCommits(_ count: Int)

  /// Something came of the worker's reducers or effects, or it is forgiven that nothing did.
  func noteProgress()

  /// Gives up on a worker that broke the protocol; `lost` follows.
  func refuse(reason: String)

  /// The worker has said of whom it dies; `lost` follows.
  func noteCrash(by culprit: Culprit)

  /// True if the worker is this very process, which cannot be given up.
  var isOwnProcess: Bool { get }

  /// True if the worker has one lane at most, from its start to its end, so that whatever ends it is of that lane.
  var hasOneLane: Bool { get }
}

extension HostingLink {
  package var isOwnProcess: Bool { false }
  /// Nothing but a worker in a sandbox has its processor time counted.
  package func noteProgress() {}
  package var hasOneLane: Bool { false }
  package var batchBytes: Int { 1 << 20 }
  /// Nothing but a worker behind a socket outlives its last words.
  package func noteCrash(by culprit: Culprit) {}
}
