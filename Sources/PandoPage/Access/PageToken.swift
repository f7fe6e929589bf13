import Foundation

/// The secret that an operator shows before a page drains a worker.
public struct PageToken: Sendable {
  /// The number of bytes that a token has at least.
  public static let bytesAtLeast = 16

  private let bytes: [UInt8]

  /// A token of these characters.
  ///
  /// - Throws: A `PageError` for one that is too short, or that no header can carry.
  public init(_ text: String) throws(PageError) {
    guard text.utf8.count >= Self.bytesAtLeast else {
      throw PageError(
        """
        A token of the page has \(Self.bytesAtLeast) characters at least. Make one that nobody guesses: \
        head -c 24 /dev/urandom | base64
        """)
    }
    guard text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
      throw PageError(
        "A token of the page has printable ASCII characters alone, and no spaces. Make one: "
          + "head -c 24 /dev/urandom | base64")
    }
    bytes = Array(text.utf8)
  }

  /// The token that a file has, without the end of its line.
  ///
  /// - Throws: A `PageError` for a file that cannot be read, that others may read, or that has no token which can
  ///   be used.
  public init(file: String) throws(PageError) {
    var status = stat()
    if stat(file, &status) == 0 {
      // What root owns may be given to a group, as systemd does with credentials.
      let forbidden = status.st_uid == 0 && geteuid() != 0 ? S_IRWXO : S_IRWXG | S_IRWXO
      guard status.st_mode & forbidden == 0 else {
        throw PageError(
          "Will not use the token in \(file): others may read it. Run: chmod 0600 '\(file)', and make a new one if "
            + "they may have.")
      }
    }
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw PageError(
        "The file \(file) with the page's token cannot be read. Check its path, and that this user may read it."
      )
    }
    do throws(PageError) {
      try self.init(text.trimmingCharacters(in: .whitespacesAndNewlines))
    } catch {
      throw PageError("\(file): \(error)")
    }
  }

  /// Returns whether a text is the token. Takes as long for every text of one length, so that the time tells
  /// nothing of how much of it is right.
  func matches(_ text: Substring) -> Bool {
    let other = Array(text.utf8)
    var difference = UInt(other.count ^ bytes.count)
    for index in bytes.indices {
      difference |= UInt(bytes[index] ^ (other.isEmpty ? 0 : other[index % other.count]))
    }
    return difference == 0
  }
}
