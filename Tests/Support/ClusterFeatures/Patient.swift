package import Pando

/// A child with faults that are planted in it, to be found from outside.
@Reducer
package struct Patient {
  package struct State: Codable, Equatable, Sendable {
    package var count = 0
    /// The number of times that the parent changed it.
    package var treatments = 0

    package init() {}
  }

  package enum Action: Codable, Equatable, Sendable {
    case up
    /// Takes so long.
    case dawdle(milliseconds: Int)
    /// Takes so much memory, and never gives it back.
    case leak(bytes: Int)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .up: break
      case .dawdle(let milliseconds): pause(milliseconds: milliseconds)
      case .leak(let bytes): leak(bytes)
      }
      state.count += 1
      return .none
    }
  }
}

/// The parent of a child with a fault and of one without.
@Reducer
package struct Ward {
  package struct State: Sendable {
    package var patient: Patient.State? = Patient.State()
    package var healthy: Shard.State? = Shard.State(id: 1)
    /// True if it changes the child with the fault in each of that child's actions.
    package var treats = false

    package init(treats: Bool = false) {
      self.treats = treats
    }
  }

  package enum Action: Sendable {
    case patient(Patient.Action)
    case healthy(Shard.Action)
  }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .patient = action, state.treats { state.patient?.treatments += 1 }
      return .none
    }
    .ifLet(\.patient, action: \.patient) { Patient().hosted() }
    .ifLet(\.healthy, action: \.healthy) { Shard().hosted() }
  }
}
