import Glibc

/// This process's limit on open file descriptors.
///
/// libzmq takes descriptors for every socket and connection, and aborts the process when none is
/// left. Raise the limit once, before the first `Context`.
public enum DescriptorLimit {
  /// Raises the soft limit to the hard limit, and returns the limit that now holds.
  ///
  /// Not for programs that still call `select`, which cannot name descriptors above 1023.
  @discardableResult
  public static func raise() throws(ZeroMQError) -> Int {
    var limit = try read()
    guard limit.rlim_cur < limit.rlim_max else { return Int(clamping: limit.rlim_cur) }
    limit.rlim_cur = limit.rlim_max
    guard setrlimit(resource, &limit) == 0 else {
      throw .system("raise the descriptor limit to \(limit.rlim_max)")
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// The soft limit that holds now.
  public static var current: Int {
    get throws(ZeroMQError) { Int(clamping: try read().rlim_cur) }
  }

  private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

  private static func read() throws(ZeroMQError) -> rlimit {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { throw .system("read the descriptor limit") }
    return limit
  }
}
