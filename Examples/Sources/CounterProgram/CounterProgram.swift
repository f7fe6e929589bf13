import ArgumentParser
import Counter
import Pando
import PandoCluster

/// The command `counter`. Its workers are processes of this same program.
@main
struct CounterProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Counter() }
  }

  static func app() async throws {
    let options = CounterOptions.parseOrExit()
    let store = Store(initialState: Tally.State()) {
      Tally()
    } withDependencies: {
      $0.hosting = options.workers > 0 ? .workers(options.workers) : .direct
    }
    for step in options.steps {
      await store.send(.counter(step.action)).finish()
      print("\(step.rawValue): \(store.counter.count)")
    }
    print("It was \(store.highest) at its highest.")
    await store.stop()
  }
}
