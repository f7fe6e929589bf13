import Pando

/// Edits a bed.
@Reducer
struct BedForm: Sendable {
  struct State: Codable, Equatable, Sendable {
    var bed: Bed

    init(bed: Bed) {
      self.bed = bed
    }
  }

  enum Action: Codable, Equatable, Sendable {
    case nameChanged(String)
    case treesPlanted(Int)
    case minutesChanged(Int)
    case cancelButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  init() {}

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.bed.name = name
        return .none
      case .treesPlanted(let count):
        state.bed.treeCount = max(1, state.bed.treeCount + count)
        return .none
      case .minutesChanged(let minutes):
        state.bed.minutes = min(max(minutes, 1), 120)
        return .none
      case .cancelButtonTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}
