import CZeroMQ

/// The libzmq that this program runs with, which may be newer than the one it was built with.
public enum ZeroMQLibrary {
  /// A version of libzmq.
  public struct Version: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// Grows with changes that break programs.
    public let major: Int
    /// Grows with what is added.
    public let minor: Int
    /// Grows with corrections.
    public let patch: Int

    /// The three numbers with dots between.
    public var description: String { "\(major).\(minor).\(patch)" }

    /// Returns whether `left` is older.
    public static func < (left: Version, right: Version) -> Bool {
      (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
  }

  /// The version that is loaded.
  public static var version: Version {
    var major: Int32 = 0
    var minor: Int32 = 0
    var patch: Int32 = 0
    zmq_version(&major, &minor, &patch)
    return Version(major: Int(major), minor: Int(minor), patch: Int(patch))
  }

  /// Returns whether libzmq was built with a capability: `curve`, `ipc`, `draft`, `gssapi`, `pgm`,
  /// ...
  public static func has(_ capability: String) -> Bool {
    zmq_has(capability) == 1
  }

  static func text(ofErrorNumber number: Int32) -> String {
    String(cString: zmq_strerror(number))
  }
}
