import Foundation
import Pando

/// The whole program: a list of beds, and a stack of what is looked at.
@Reducer
struct Nursery: Sendable {
  @Reducer
  struct Path: Sendable {
    @CasePathable
    @dynamicMemberLookup
    enum State: Codable, Equatable, Sendable {
      case detail(BedDetail.State)
      case watering(Watering.State)
    }

    @CasePathable
    enum Action: Codable, Equatable, Sendable {
      case detail(BedDetail.Action)
      case watering(Watering.Action)
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.detail, action: \.detail) { BedDetail() }
      Scope(state: \.watering, action: \.watering) { Watering() }
    }
  }

  struct State: Equatable, Sendable {
    var beds: IdentifiedArrayOf<Bed> = []
    @Presents var form: BedForm.State?
    var path = StackState<Path.State>()
    @Shared(.settings) var settings: Settings

    init(beds: IdentifiedArrayOf<Bed> = []) {
      self.beds = beds
    }
  }

  @CasePathable
  enum Action: Equatable, Sendable {
    case addButtonTapped
    case saveButtonTapped
    case form(PresentationAction<BedForm.Action>)
    case bedTapped(Bed.ID)
    case path(StackAction<Path.State, Path.Action>)
  }

  @Dependency(\.date.now) var now
  @Dependency(\.uuid) var uuid

  let isHosted: Bool

  /// - Parameter isHosted: Whether the features that come and go run in workers.
  init(isHosted: Bool) {
    self.isHosted = isHosted
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.form = BedForm.State(bed: Bed(id: uuid()))
        return .none

      case .saveButtonTapped:
        guard let bed = state.form?.bed else { return .none }
        state.beds.append(bed)
        state.form = nil
        return .none

      case .bedTapped(let id):
        guard let bed = state.beds[id: id] else { return .none }
        state.path.append(.detail(BedDetail.State(bed: bed)))
        return .none

      case .path(.element(_, .detail(.delegate(let delegate)))):
        return follow(delegate, &state)

      case .path(.element(_, .watering(.finished(let minutes)))):
        record(minutes, &state)
        return .none

      case .form, .path:
        return .none
      }
    }
    .ifLet(\.$form, action: \.form) {
      if isHosted { BedForm().hosted() } else { BedForm() }
    }
    .forEach(\.path, action: \.path) {
      if isHosted { Path().hosted() } else { Path() }
    }
  }

  private func follow(
    _ delegate: BedDetail.Action.Delegate, _ state: inout State
  ) -> Effect<Action> {
    switch delegate {
    case .changed(let bed):
      state.beds[id: bed.id] = bed
    case .deleted(let id):
      state.beds.remove(id: id)
    case .watering(let bed):
      state.path.append(.watering(Watering.State(bed: bed)))
      guard let id = state.path.ids.last else { return .none }
      return .send(.path(.element(id: id, action: .watering(.started))))
    }
    return .none
  }

  /// Notes a watering in the list, and in the detail below.
  private func record(_ minutes: Int, _ state: inout State) {
    guard case .watering(let watering)? = state.path.last else { return }
    let watered = Watered(date: now, minutes: minutes)
    state.beds[id: watering.bed.id]?.waterings.append(watered)
    for id in state.path.ids {
      state.path[id: id]?.modify(\.detail) { $0.bed.waterings.append(watered) }
    }
  }
}
