/// Decides what becomes of a batch that was sent. Pure.
struct RetryMachine: Equatable {
  enum Directive: Equatable {
    case done
    /// To be sent again after this time, and not before where the collector has said so.
    case wait(milliseconds: Int, isTold: Bool)
    case drop
  }

  private static let triesAtMost = 6
  private static let firstWaitMilliseconds = 1_000
  /// The time before the end of the process in which nothing is tried again.
  private static let leastMilliseconds = 100
  private var tries = 0

  /// - Parameters:
  ///   - random: From 0 to 1: so do many processes not come back at the same moment.
  ///   - millisecondsLeft: The time until the process ends; nil where it does not.
  mutating func handle(
    _ outcome: ExportOutcome, random: Double, millisecondsLeft: Int?
  ) -> Directive {
    tries += 1
    switch outcome {
    case .taken: return .done
    case .refused(429, let told), .refused(502, let told), .refused(503, let told),
      .refused(504, let told):
      return again(random, told: told, millisecondsLeft)
    case .refused: return .drop
    case .unreachable:
      // Nobody comes back in the moment that is left.
      return millisecondsLeft == nil ? again(random, told: nil, nil) : .drop
    }
  }

  private func again(_ random: Double, told: Int?, _ millisecondsLeft: Int?) -> Directive {
    guard tries < Self.triesAtMost else { return .drop }
    let longest = Self.firstWaitMilliseconds << (tries - 1)
    var wait = max(told ?? 0, longest / 2 + Int(Double(longest / 2) * random))
    if let millisecondsLeft {
      // What a collector asks for is kept. A time of this machine's own may be shorter.
      if told == nil { wait = min(wait, millisecondsLeft / 2) }
      if wait > millisecondsLeft || millisecondsLeft < Self.leastMilliseconds { return .drop }
    }
    return .wait(milliseconds: wait, isTold: told != nil)
  }
}
