import IssueReporting
import Pando

/// Reduces actions of a feature in one process, and notes what a report needs.
struct FeatureProbe<R: Reducer> where R.State: Sendable, R.Action: Sendable {
  struct Seen {
    /// The first is the state to begin with.
    var states: [R.State] = []
    var cancelIDs: [CancelID] = []
    var issues: [String] = []
  }

  let feature: () -> R
  let initialState: () -> R.State
  let prepareDependencies: (inout DependencyValues) -> Void

  func reduce(_ actions: [R.Action]) -> Seen {
    let collector = IssueCollector()
    let seen = Box(Seen())
    withIssueReporters([collector]) {
      let engine = StoreEngine(
        initialState: initialState,
        reducer: {
          feature().surrounded { reduce in
            let effect = reduce()
            seen.value.cancelIDs += effect.cancelIDs
            return effect.withoutWork()
          }
        },
        dependencies: dependencies)
      engine.mountFirst()
      seen.value.states.append(engine.withState { $0 })
      for action in actions {
        _ = engine.send(action)
        seen.value.states.append(engine.withState { $0 })
      }
      engine.stop()
    }
    seen.value.issues = collector.messages
    return seen.value
  }

  /// The dependencies that are overridden, and that the feature reads, where it declares them.
  var unreachableOverrides: [String] {
    // Only what the caller overrides is a matter of the store.
    let overrides = DependencyValues.current.updated { prepareDependencies(&$0) }
    return withDependencies {
      $0 = dependencies
    } operation: {
      feature().declaredDependencies.compactMap { $0.nameOfOverride(in: overrides) }
    }
  }

  private var dependencies: DependencyValues {
    let draws = DrawSource()
    return DependencyValues.current.updated { values in
      values.context = .test
      let clock = TestClock()
      values.continuousClock = clock
      values.suspendingClock = clock
      values.date = clock.dates
      values.uuid = draws.uuid
      values.withRandomNumberGenerator = draws.randomNumbers
      values.defaultInMemoryStorage = InMemoryStorage()
      prepareDependencies(&values)
      values.defaultFileStorage = values.defaultFileStorage.scratch
      values.hosting = .direct
    }
  }
}

/// A value that closures change.
private final class Box<Value> {
  var value: Value

  init(_ value: Value) { self.value = value }
}

extension Effect {
  /// The identities under which the effect runs or cancels something.
  fileprivate var cancelIDs: [CancelID] {
    switch operation {
    case .merge(let effects): effects.flatMap(\.cancelIDs)
    case .cancellable(let effect, let id, _): effect.cancelIDs + [id]
    case .cancel(let id): [id]
    case .owned(let effect, _): effect.cancelIDs
    case .none, .send, .sendFromHost, .run, .cancelEncoded, .hosted: []
    }
  }
}
