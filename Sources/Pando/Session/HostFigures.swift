/// The figures of a host that only the lock of its session tells.
struct HostFigures: Sendable {
  /// The actions that were reduced and have not committed.
  var held: Int
  /// The bytes that states and patches take.
  var byteCount: Int
}
