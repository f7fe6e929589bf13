/// Some text of a file, on its way from the effect that read it to the reducer that counts it.
struct Piece: Codable, Equatable, Sendable {
  /// Where it was read.
  let place: Place
  let text: String
  /// The number of bytes of the file that it stands for; the text has more where bytes were
  /// replaced.
  let byteCount: Int
  /// True if the file ends with it.
  let isLast: Bool
}
