import Foundation
import Pando

/// The picture of a dashboard, as text.
package struct Frame: Equatable, Sendable {
  private let gauges: IdentifiedArrayOf<Gauge.State>
  private let limit: Int
  private let roundCount: Int

  /// Reads what it shows of the state of one moment. Inside `Observations` that is what is observed, and
  /// nothing else.
  package init(of state: Dashboard.State) {
    gauges = state.gauges
    limit = state.limit
    roundCount = state.roundCount
  }

  /// The lines for a terminal: a bar for each gauge, red where it is above the limit.
  package var drawing: [String] {
    let width = gauges.map(\.id.count).max() ?? 0
    return gauges.map { gauge in
      let level = gauge.levels.last ?? 0
      let name = gauge.id.padding(toLength: width, withPad: " ", startingAt: 0)
      let bar = String(repeating: "#", count: level / 2)
        .padding(toLength: 50, withPad: ".", startingAt: 0)
      return "\(name) \(level < limit ? bar : "\u{1B}[31m\(bar)\u{1B}[0m") \(level)"
    }
  }

  /// The lines for a file: one for each round behind the first so many, once every gauge has answered.
  package func log(after seenCount: Int) -> [String] {
    (min(seenCount, roundCount)..<roundCount).map { round in
      let levels = gauges.map { gauge in
        "\(gauge.id) \(gauge.levels[round])\(gauge.levels[round] < limit ? "" : "!")"
      }
      return "\(round + 1): " + levels.joined(separator: ", ")
    }
  }
}
