package import Pando

/// The parent of mules, and of errands beside them.
@Reducer
package struct Stable {
  package struct State: Sendable {
    package var mules: IdentifiedArrayOf<Mule.State>
    package var errands: IdentifiedArrayOf<Errand.State>

    package init(mules: Int, errands: Int) {
      self.mules = IdentifiedArray(uniqueElements: (0..<mules).map { Mule.State(id: $0) })
      self.errands = IdentifiedArray(uniqueElements: (0..<errands).map { Errand.State(id: $0) })
    }
  }

  package enum Action: Sendable {
    case mules(IdentifiedActionOf<Mule>)
    case errands(IdentifiedActionOf<Errand>)
    case remove(mule: Int)
    case removeAllMules
  }

  private let cancellationTimeout: Duration
  private let effectTimeout: Duration?

  package init(cancellationTimeout: Duration, effectTimeout: Duration? = nil) {
    self.cancellationTimeout = cancellationTimeout
    self.effectTimeout = effectTimeout
  }

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .mules, .errands: break
      case .remove(let id): state.mules.remove(id: id)
      case .removeAllMules: state.mules = []
      }
      return .none
    }
    .forEach(\.mules, action: \.mules) {
      Mule().hosted(
        interrupted: .interrupted, cancellationTimeout: cancellationTimeout,
        effectTimeout: effectTimeout)
    }
    .forEach(\.errands, action: \.errands) {
      Errand().hosted(interrupted: .interrupted)
    }
  }
}
