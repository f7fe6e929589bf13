/// The answers by which a member of etcd does not do what it was asked for.
enum EtcdRefusal {
  /// The codes of gRPC by which it says so, by their numbers: a resource is exhausted, a condition is not met.
  private static let codes = [8, 9]

  /// Parts of what etcd, its gRPC and ours write where any member would answer the same.
  private static let texts = [
    "space exceeded", "too large", "larger than max", "maximum payload size",
  ]

  /// Returns whether any member would answer the same: the store is full, or what was asked for is too large.
  ///
  /// Another one may well do what a member does not as it is a learner, or does not lead.
  static func isOfStore(_ message: String) -> Bool {
    texts.contains { message.contains($0) }
  }

  /// Returns whether a member refuses that one call, which is no reason to leave it.
  ///
  /// One that has too much to do refuses what is written, answers everything else, and renews leases. Leaving it would
  /// end the watch and the calls that go on, and have everything read again, of a cluster that is slow already.
  static func isOfCall(code: Int, _ message: String) -> Bool {
    codes.contains(code) && (isOfStore(message) || message.contains("too many requests"))
  }
}
