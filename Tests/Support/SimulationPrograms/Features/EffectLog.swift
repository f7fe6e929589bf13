import Pando
import PandoSimulation
import Synchronization

/// The fate of effects, on whichever side they ran.
final class EffectLog: Sendable {
  struct Entries: Equatable {
    /// The names of started effects, in order, by the life of the child that they belong to.
    var started: [Int: [String]] = [:]
    /// The number of endless effects of a name that still run.
    var living: [String: Int] = [:]
  }

  private let state = Mutex(Entries())
  /// Called as an effect starts.
  let willStart = Mutex<(@Sendable (String) -> Void)?>(nil)

  var entries: Entries { state.withLock { $0 } }

  func start(_ name: String, life: Int) {
    // The process that it is of has ended, and its tasks only run to be let go.
    if SimulatedExecutor.running?.isMuted == true { return }
    willStart.withLock { $0 }?(name)
    state.withLock { $0.started[life, default: []].append(name) }
  }

  func begin(_ name: String) {
    state.withLock { $0.living[name, default: 0] += 1 }
  }

  func end(_ name: String) {
    state.withLock { entries in
      entries.living[name, default: 0] -= 1
      if entries.living[name] == 0 { entries.living[name] = nil }
    }
  }
}

/// The behaviour of effects in a run.
struct EffectMode: DependencyKey {
  var log = EffectLog()
  /// Effects do not send: their actions are in the record that is replayed.
  var isMuted = false
  /// Reducers return no actions: those are in the record too.
  var ignoresSends = false

  static var liveValue: EffectMode { EffectMode() }
  static var testValue: EffectMode { EffectMode() }
}

extension DependencyValues {
  var effectMode: EffectMode {
    get { self[EffectMode.self] }
    set { self[EffectMode.self] = newValue }
  }
}
