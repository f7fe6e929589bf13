/// A worker process, as the store that uses it sees it.
public struct HostedWorker: Hashable, Sendable {
  /// What messages call it.
  public let name: String

  /// Nil until it has answered.
  public let processID: Int32?

  /// How many hosted children it has.
  public let childCount: Int

  /// How many actions that it reduced have committed since it was started.
  public let commitCount: UInt64

  /// A worker with these figures.
  package init(name: String, processID: Int32?, childCount: Int, commitCount: UInt64) {
    self.name = name
    self.processID = processID
    self.childCount = childCount
    self.commitCount = commitCount
  }
}
