/// The answers by which a member of etcd does not do what it was asked for.
enum EtcdRefusal {
  /// Parts of what etcd, its gRPC and ours write where any member would answer the same.
  private static let texts = [
    "space exceeded", "too large", "larger than max", "maximum payload size",
  ]

  /// Returns whether any member would answer the same: the store is full, or what was asked for is too large.
  ///
  /// Another one may well do what a member does not as it is a learner, does not lead, or has too much to do.
  static func isOfStore(_ message: String) -> Bool {
    texts.contains { message.contains($0) }
  }
}
