import Pando
package import PandoHosting

/// The time that reducers take in a simulation, and the harm that they do.
///
/// A feature that is simulated says so in its reducer: `SimulatedWork.current?.take(microseconds: 300)`.
/// Without a word it takes no time.
package final class SimulatedWork: @unchecked Sendable {
  package enum Outcome: Equatable {
    case done
    /// It ends its process.
    case crashes
    /// It does not come back.
    case hangs
  }

  // Touched by the one thread of the simulation.
  package private(set) var microseconds = 0
  package private(set) var outcome = Outcome.done
  /// The action that ends its process, where the process says so as it dies: that of every second action.
  package private(set) var culprit: Culprit?

  /// The work of the worker that is reducing; nil where nobody is simulated.
  @TaskLocal package static var current: SimulatedWork?

  package func take(microseconds: Int) {
    if outcome == .done { self.microseconds += microseconds }
  }

  package func crash() {
    guard outcome == .done else { return }
    outcome = .crashes
    if case .action(_, _, let sequence?)? = BlackBox.reduced, sequence.rawValue.isMultiple(of: 2) {
      culprit = BlackBox.reduced
    }
  }

  package func hang() { if outcome == .done { outcome = .hangs } }
}
