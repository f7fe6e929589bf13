/// The loss of a worker as one hosted child meets it whose effects ended with it.
///
/// It is what `hosted(interrupted:)` tells the child: an innocent child starts its effects again, and one whose effect
/// crashed the worker may choose not to.
public struct HostedLoss: Codable, Hashable, Sendable {
  /// The part of this child in the end of the worker.
  public enum Blame: String, Codable, Hashable, Sendable {
    /// Code of this child ended it: the worker said so as it died, or before it ended as an effect did not.
    case certain
    /// Nobody knows whose code ended it, and this child's ran.
    case suspect
    /// Others ended it, or nobody's code did.
    case innocent
  }

  /// The worker's name.
  public let worker: String

  /// The way in which the store's use of the worker ended.
  public let cause: HostedWorkerLoss.Cause

  /// The part of this child in it.
  public let blame: Blame

  /// The effect of this child that crashed the worker, or did not end on it: the name that it was given, or the file and line of its `run`;
  /// nil where no effect did, or another child's.
  public let effect: String?

  /// A loss; for tests of a feature.
  public init(
    worker: String, cause: HostedWorkerLoss.Cause, blame: Blame, effect: String? = nil
  ) {
    self.worker = worker
    self.cause = cause
    self.blame = blame
    self.effect = effect
  }
}
