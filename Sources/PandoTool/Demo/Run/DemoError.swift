/// Why there is no result.
enum DemoError: Error, CustomStringConvertible, Equatable {
  /// The command line names what cannot be used.
  case usage(String)

  /// There is nothing to count.
  case nothingToCount(String)

  /// Nothing committed for a long time.
  case stalled(String)

  var description: String {
    switch self {
    case .usage(let message), .nothingToCount(let message), .stalled(let message): message
    }
  }
}
