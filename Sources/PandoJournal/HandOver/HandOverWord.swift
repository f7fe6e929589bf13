/// The words that a holder and another process say to each other.
enum HandOverWord {
  static let look = Array("look".utf8)
  static let take = Array("take".utf8)
  static let taken = Array("taken".utf8)
  static let gone = Array("gone".utf8)
  static let bytesAtMost = 16
}
