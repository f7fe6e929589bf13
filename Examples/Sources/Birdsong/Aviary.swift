package import Foundation
package import Pando

/// The program: the takes, and the recorder above them.
@Reducer
package struct Aviary {
  @ObservableState
  package struct State: Equatable, Sendable {
    @Shared package var takes: IdentifiedArrayOf<Take>
    @Presents package var recorder: Recorder.State?
    @Presents package var alert: AlertState<Action.Alert>?

    package init(file: URL) {
      _takes = Shared(.takes(in: file))
    }
  }

  package enum Action: Sendable {
    case recordButtonTapped
    case permissionAnswered(Bool)
    case deleteButtonTapped(Take.ID)
    case recorder(PresentationAction<Recorder.Action>)
    case alert(PresentationAction<Alert>)

    @CasePathable
    package enum Alert: Equatable, Sendable {
      case deleteConfirmed(Take.ID)
    }
  }

  @Dependency(\.permission) var permission

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .recordButtonTapped:
        return .run { send in await send(.permissionAnswered(await permission.mayRecord())) }

      case .permissionAnswered(true):
        state.recorder = Recorder.State(takes: state.$takes)
        return .send(.recorder(.presented(.began)))

      case .permissionAnswered(false):
        state.alert = AlertState { TextState("The microphone is not to be used") }
        return .none

      case .deleteButtonTapped(let id):
        state.alert = .deletion(of: id)
        return .none

      case .alert(.presented(.deleteConfirmed(let id))):
        state.$takes.withLock { _ = $0.remove(id: id) }
        return .none

      case .recorder, .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$recorder, action: \.recorder) { Recorder().hosted() }
  }
}

extension AlertState where Action == Aviary.Action.Alert {
  package static func deletion(of id: Take.ID) -> Self {
    AlertState {
      TextState("Delete take \(id)?")
    } actions: {
      ButtonState(role: .destructive, action: .deleteConfirmed(id)) { TextState("Delete") }
      ButtonState(role: .cancel) { TextState("Keep it") }
    }
  }
}
