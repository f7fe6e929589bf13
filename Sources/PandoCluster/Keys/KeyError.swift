/// Why keys could not be read, written or used: what, where, and how to mend it.
public struct KeyError: Error, Hashable, Sendable {
  /// The kind of a failure. The set is open: a `switch` needs a `default`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// A network endpoint was given, and no keys.
    public static let noKeys = Code(description: "noKeys")
    /// A file or folder is not there, or the system does not let it be read or written.
    public static let unreadable = Code(description: "unreadable")
    /// The process, or the machine, has no descriptor or memory left to read a file with.
    public static let exhausted = Code(description: "exhausted")
    /// Others could read a secret, or add keys to a keyring.
    public static let unsafeFile = Code(description: "unsafeFile")
    /// The content of a file cannot be used.
    public static let malformed = Code(description: "malformed")
    /// A file of that name is there already.
    public static let taken = Code(description: "taken")
    /// The keyring has no such key.
    public static let unknown = Code(description: "unknown")
  }

  /// The kind of failure, for a program.
  public let code: Code
  /// The failure in whole sentences, for a person.
  public let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension KeyError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

extension KeyError {
  /// A network endpoint without keys.
  package static func noKeys(for attempt: String) -> KeyError {
    KeyError(
      .noKeys,
      """
      Could not \(attempt): whoever reaches a tcp address could connect there, on this machine too, so it \
      takes CURVE keys. Make a key (pando keys new NAME), trust those of the others (pando keys trust FILE \
      --role ROLE), and say where they are: --keyring DIR --key FILE, or PANDO_KEYRING and PANDO_KEY. \
      An ipc endpoint needs none.
      """)
  }
}
