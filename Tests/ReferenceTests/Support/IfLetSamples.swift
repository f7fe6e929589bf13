import Pando

@Reducer
struct Detail {
  struct State {
    var description: String
  }

  enum Action {
    case closeButtonTapped
    case descriptionChanged(String)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        // Parent will handle dismissal
        return .none
      case let .descriptionChanged(description):
        state.description = description
        return .none
      }
    }
  }
}

@Reducer
struct Feature {
  struct State {
    var detail: Detail.State?
    var items: [String] = []
  }

  enum Action {
    case detail(Detail.Action)
    case showDetailTapped
    case hideDetail
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .detail(.closeButtonTapped):
        state.detail = nil
        return .none

      case .detail:
        // Other detail actions handled by child
        return .none

      case .showDetailTapped:
        state.detail = Detail.State(description: "")
        return .none

      case .hideDetail:
        state.detail = nil
        return .none
      }
    }
    .ifLet(\.detail, action: \.detail) {
      Detail()
    }
  }
}

struct APIClient: DependencyKey {
  var updateProfile: @Sendable (_ name: String, _ email: String) async throws -> Void

  func updateProfile(name: String, email: String) async throws {
    try await updateProfile(name, email)
  }

  static let liveValue = APIClient { _, _ in }
}

extension DependencyValues {
  var apiClient: APIClient {
    get { self[APIClient.self] }
    set { self[APIClient.self] = newValue }
  }
}

@Reducer
struct EditForm {
  struct State {
    var name: String
    var email: String
    var isSaving = false
  }

  enum Action {
    case nameChanged(String)
    case emailChanged(String)
    case saveButtonTapped
    case saveResponse(Result<Void, Error>)
  }

  @Dependency(\.apiClient) var apiClient

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case let .nameChanged(name):
        state.name = name
        return .none

      case let .emailChanged(email):
        state.email = email
        return .none

      case .saveButtonTapped:
        state.isSaving = true
        return .run { [state] send in
          try await apiClient.updateProfile(name: state.name, email: state.email)
          await send(.saveResponse(.success(())))
        } catch: { error, send in
          await send(.saveResponse(.failure(error)))
        }

      case .saveResponse(.success):
        state.isSaving = false
        // Parent will dismiss sheet
        return .none

      case .saveResponse(.failure):
        state.isSaving = false
        // Show error
        return .none
      }
    }
  }
}

@Reducer
struct Profile {
  struct State {
    var editForm: EditForm.State?
    var name: String
    var email: String
  }

  enum Action {
    case editForm(EditForm.Action)
    case editButtonTapped
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .editForm(.saveResponse(.success)):
        // Update profile with saved data
        if let form = state.editForm {
          state.name = form.name
          state.email = form.email
        }
        // Dismiss the form
        state.editForm = nil
        return .none

      case .editForm:
        return .none

      case .editButtonTapped:
        state.editForm = EditForm.State(
          name: state.name,
          email: state.email
        )
        return .none
      }
    }
    .ifLet(\.editForm, action: \.editForm) {
      EditForm()
    }
  }
}
