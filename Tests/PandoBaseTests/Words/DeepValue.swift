/// A value with others in it. The runtime frees it by calling itself for each level, so that the deep ones are kept for
/// ever.
indirect enum DeepValue: Sendable {
  case end
  case level(DeepValue)
  case both(DeepValue, label: DeepValue)

  static let deepest: DeepValue = {
    var value = DeepValue.end
    for _ in 0..<20_000 { value = .level(value) }
    return value
  }()

  /// Each level has the one below it twice.
  static let widest: DeepValue = {
    var value = DeepValue.end
    for _ in 0..<200 { value = .both(value, label: value) }
    return value
  }()
}
