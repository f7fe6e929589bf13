/// Some bytes of a file to count: all of a small one, a part of a large one.
///
/// A part holds the characters that begin in its bytes.
struct FilePart: Codable, Equatable, Sendable {
  /// Relative to the directory of its batch.
  let path: String
  let offset: Int
  let byteCount: Int
  /// The file, as long as it was when it was found, ends with this part.
  let isLast: Bool

  /// Behind its last byte.
  var end: Int { offset + byteCount }
}
