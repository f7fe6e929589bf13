import ArgumentParser
import Dashboard
import Foundation
import Observation
import Pando
import PandoCluster

/// The command `dashboard`.
@main
struct DashboardProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Gauge() }
  }

  static func app() async throws {
    let options = DashboardOptions.parseOrExit()
    let store = Store(
      initialState: Dashboard.State(
        places: options.places, rounds: options.rounds, limit: options.limit)
    ) {
      Dashboard(interval: .milliseconds(options.interval))
    } withDependencies: {
      $0.hosting = options.workers > 0 ? .workers(options.workers) : .direct
    }
    store.send(.appeared)
    // Whoever is slower than the store misses frames, and never the last. `store.gauges` and `store.roundCount`
    // one after the other could be of two commits.
    let frames = Observations.untilFinished {
      store.withState { $0.isOver ? .finish : .next(Frame(of: $0)) }
    }
    var screen = Screen(isTerminal: isatty(STDOUT_FILENO) == 1)
    for await frame in frames { write(screen.text(showing: frame)) }
    write(screen.text(showing: store.withState(Frame.init)))
    await store.stop()
  }

  /// Writes at once, as a terminal would: a pipe would gather the lines.
  private static func write(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }
}
