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

  /// The number of descriptors that must be left for a socket to be opened: connections and files
  /// need some, and libzmq ends the process when it finds none.
  public static let reserve = 64

  /// The number of descriptors that are left.
  ///
  /// Complexity: O(open descriptors).
  public static var remaining: Int {
    get throws(ZeroMQError) {
      let limit = try current
      guard let folder = opendir("/proc/self/fd") else {
        // None is left even for this look, or there is no such folder to look at.
        return errno == EMFILE || errno == ENFILE ? 0 : limit
      }
      defer { closedir(folder) }
      // The folder's own two entries, and the descriptor that it is read by, are not counted.
      var count = -3
      while readdir(folder) != nil { count += 1 }
      return max(0, limit - count)
    }
  }

  /// Throws `.tooManySockets` when no more than the reserve is left.
  static func requireReserve(to attempt: String) throws(ZeroMQError) {
    let left = try remaining
    guard left <= reserve else { return }
    throw ZeroMQError(
      .tooManySockets,
      """
      Could not \(attempt): only \(left) file descriptors are left, and \(reserve) are kept in reserve. \
      Raise the limit of open files (ulimit -n), or close some.
      """)
  }

  private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }

  private static func read() throws(ZeroMQError) -> rlimit {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { throw .system("read the descriptor limit") }
    return limit
  }
}
