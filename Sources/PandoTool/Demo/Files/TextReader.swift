import Glibc

/// Reads a text file in pieces that end between characters.
struct TextReader: ~Copyable {
  /// A piece of a file.
  struct Text: Equatable {
    var text: String
    /// The number of bytes of the file that it stands for.
    var byteCount: Int
    var isLast: Bool
  }

  /// The most that one piece holds.
  static let pieceBytes = 64 << 10

  private let descriptor: CInt
  private let path: String
  private let pieceBytes: Int

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: Where it is; a symbolic link is refused.
  ///   - pieceBytes: The most that one piece holds; at least 4, the longest character.
  init(path: String, pieceBytes: Int = pieceBytes) throws(FileProblem) {
    precondition(pieceBytes >= 4, "a piece holds at least one character")
    self.path = path
    self.pieceBytes = pieceBytes
    // Without blocking: what was a file when it was found may have become a pipe.
    descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.problem(path) }
  }

  deinit {
    close(descriptor)
  }

  /// The piece that begins at a byte, which is the first of a character.
  ///
  /// - Parameters:
  ///   - offset: The byte.
  ///   - end: The piece has no character that begins at this byte or behind it; the piece that
  ///     reaches it is the last. Without one the last piece is that which the file ends with.
  /// - Throws: `.binary` for a file whose first piece holds a NUL byte or is not UTF-8. In later
  ///   pieces bytes that are not UTF-8 are read as U+FFFD.
  func read(at offset: Int, before end: Int = .max) throws(FileProblem) -> Text {
    let (piece, isLast) = try bytes(at: offset, before: end)
    if offset > 0 {
      return Text(
        text: String(decoding: piece, as: UTF8.self), byteCount: piece.count, isLast: isLast)
    }
    guard !Self.holdsNUL(piece), let text = String(validating: piece, as: UTF8.self) else {
      throw .binary
    }
    return Text(text: text, byteCount: piece.count, isLast: isLast)
  }

  /// The first byte of the first character that begins in a part of the file.
  func start(of part: FilePart) throws(FileProblem) -> Int {
    guard part.offset > 0 else { return 0 }
    let bytes = try readBytes(at: part.offset, count: UTF8Border.characterBytes)
    return part.offset + UTF8Border.first(in: bytes[...])
  }

  private func bytes(
    at offset: Int, before end: Int
  ) throws(FileProblem) -> (piece: ArraySlice<UInt8>, isLast: Bool) {
    guard end > offset else { return ([], true) }
    if end - offset <= pieceBytes {
      // The last character may go on behind the end.
      let count = end - offset
      let bytes = try readBytes(at: offset, count: count + UTF8Border.characterBytes)
      guard bytes.count > count else { return (bytes[...], true) }
      return (bytes[..<UTF8Border.first(in: bytes[count...])], true)
    }
    // One byte more tells whether the file goes on.
    let bytes = try readBytes(at: offset, count: pieceBytes + 1)
    guard bytes.count > pieceBytes else { return (bytes[...], true) }
    return (bytes[..<UTF8Border.last(in: bytes.prefix(pieceBytes))], false)
  }

  // Not `contains`, which takes longer than all else in a debug build.
  private static func holdsNUL(_ bytes: ArraySlice<UInt8>) -> Bool {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe bytes.baseAddress.map { unsafe memchr($0, 0, bytes.count) != nil } ?? false
    }
  }

  private func readBytes(at offset: Int, count: Int) throws(FileProblem) -> [UInt8] {
    var failure: FileProblem?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = unsafe pread(
          descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if got > 0 {
          filled += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          failure = Self.problem(path)
          break
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private static func problem(_ path: String) -> FileProblem {
    .unreadable(unsafe "\(path): \(String(cString: strerror(errno)))")
  }
}
