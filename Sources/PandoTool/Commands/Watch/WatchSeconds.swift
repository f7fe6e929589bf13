import ArgumentParser

/// A number of seconds on the command line.
enum WatchSeconds {
  static func check(_ seconds: Double, option: String) throws {
    guard seconds > 0, seconds <= 3_600 else {
      throw ValidationError(
        "\(option): \(seconds) is not a number of seconds above 0, up to 3600.")
    }
  }

  static func milliseconds(_ seconds: Double) -> Int { max(1, Int(seconds * 1_000)) }
}
