import Pando

/// Shows a bed.
@Reducer
struct BedDetail: Sendable {
  struct State: Codable, Equatable, Sendable {
    var bed: Bed
    @Presents var form: BedForm.State?
    @Presents var alert: AlertState<Action.Alert>?

    init(bed: Bed) {
      self.bed = bed
    }
  }

  @CasePathable
  enum Action: Codable, Equatable, Sendable {
    case editButtonTapped
    case form(PresentationAction<BedForm.Action>)
    case doneButtonTapped
    case deleteButtonTapped
    case alert(PresentationAction<Alert>)
    case waterButtonTapped
    case delegate(Delegate)

    enum Alert: Codable, Equatable, Sendable {
      case confirmDeletion
    }

    @CasePathable
    enum Delegate: Codable, Equatable, Sendable {
      case changed(Bed)
      case deleted(Bed.ID)
      case watering(Bed)
    }
  }

  @Dependency(\.dismiss) var dismiss

  init() {}

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editButtonTapped:
        state.form = BedForm.State(bed: state.bed)
        return .none

      case .doneButtonTapped:
        guard let bed = state.form?.bed else { return .none }
        state.bed = bed
        state.form = nil
        return .send(.delegate(.changed(bed)))

      case .deleteButtonTapped:
        state.alert = AlertState {
          TextState("Delete \(state.bed.name)?")
        } actions: {
          ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Delete") }
          ButtonState(role: .cancel) { TextState("Keep") }
        }
        return .none

      case .alert(.presented(.confirmDeletion)):
        return .concatenate(
          .send(.delegate(.deleted(state.bed.id))),
          .run { _ in await dismiss() })

      case .waterButtonTapped:
        return .send(.delegate(.watering(state.bed)))

      case .form, .alert, .delegate:
        return .none
      }
    }
    .ifLet(\.$form, action: \.form) { BedForm() }
    .ifLet(\.$alert, action: \.alert)
  }
}
