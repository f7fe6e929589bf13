import Foundation
import Pando
import Testing

@Suite("Alerts and confirmation dialogs")
struct DialogTests {
  // As the reference of the Composable Architecture has it, word for word in what counts.
  @Reducer
  struct Feature {
    struct State {
      @Presents var alert: AlertState<Action.Alert>?
      var items: [String] = []
    }

    enum Action {
      case alert(PresentationAction<Alert>)
      case deleteButtonTapped(String)
      case confirmDelete(String)

      enum Alert {
        case confirmDeletion
      }
    }

    var body: some Reducer<State, Action> {
      Reduce { state, action in
        switch action {
        case .deleteButtonTapped:
          state.alert = AlertState {
            TextState("Delete this item?")
          } actions: {
            ButtonState(role: .destructive, action: .confirmDeletion) {
              TextState("Delete")
            }
          }
          return .none

        case .alert(.presented(.confirmDeletion)):
          state.items.append("confirmed \(String(state: state.alert?.title ?? ""))")
          return .none

        case .alert:
          state.items.append("dismissed \(String(state: state.alert?.title ?? ""))")
          return .none

        case .confirmDelete(let item):
          state.items.removeAll { $0 == item }
          return .none
        }
      }
      .ifLet(\.alert, action: \.alert)
    }
  }

  @Test("the sample of the reference page presents, confirms and dismisses")
  func reference() {
    let store = Store(initialState: Feature.State()) { Feature() }
    store.send(.deleteButtonTapped("row"))
    #expect(store.state.alert?.buttons.first?.role == .destructive)
    store.send(.alert(.presented(.confirmDeletion)))
    #expect(store.state.alert == nil)
    store.send(.deleteButtonTapped("row"))
    store.send(.alert(.dismiss))
    #expect(store.state.alert == nil)
    #expect(store.state.items == ["confirmed Delete this item?", "dismissed Delete this item?"])
  }

  @Test("an action or a dismissal without an alert is reported")
  func absent() {
    let store = Store(initialState: Feature.State()) { Feature() }
    withKnownIssue {
      _ = store.send(.alert(.presented(.confirmDeletion)))
    } matching: { issue in
      "\(issue)".contains("received a presentation action when destination state was absent.")
    }
    withKnownIssue {
      _ = store.send(.alert(.dismiss))
    } matching: { issue in
      "\(issue)".contains("received a dismissal action when destination state was already absent.")
    }
  }

  enum Answer: Codable, Hashable, Sendable { case yes, no }

  @Reducer
  struct Child {
    struct State: Codable, Equatable, Sendable {
      @Presents var alert: AlertState<Answer>?
      @PresentationState var dialog: ConfirmationDialogState<Answer>?
      var plain: AlertState<Answer>?
      var notes: [String] = []
    }

    enum Action: Codable, Sendable {
      case alert(PresentationAction<Answer>)
      case dialog(PresentationAction<Answer>)
      case plain(Answer)
      case ask, again
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ask:
          state.alert = DialogTests.alert("Sure?")
          state.plain = state.alert
          state.dialog = ConfirmationDialogState(titleVisibility: .visible) {
            TextState("Which?")
          } actions: {
            for answer in [Answer.yes, .no] {
              ButtonState(action: answer) { TextState("\(answer)") }
            }
          }
        case .alert(.presented(.no)):
          state.alert = DialogTests.alert("Really?")
        case .alert(let action):
          state.notes.append("alert \(action) \(String(state: state.alert?.title ?? "-"))")
        case .dialog(let action):
          state.notes.append("dialog \(action) \(String(state: state.dialog?.title ?? "-"))")
        case .plain(let answer):
          state.notes.append("plain \(answer) \(String(state: state.plain?.title ?? "-"))")
        case .again: break
        }
        return .none
      }
      .ifLet(\.$alert, action: \.alert)
      .ifLet(\.$dialog, action: \.dialog)
      .ifLet(\.plain, action: \.plain)
    }
  }

  private static func alert(_ title: String) -> AlertState<Answer> {
    AlertState {
      TextState(title)
    } actions: {
      ButtonState(action: .yes) { TextState("Yes") }
      ButtonState(role: .cancel) { TextState("No").bold() }
    }
  }

  @Reducer
  struct Parent {
    struct State: Equatable, Sendable { var child = Child.State() }
    enum Action: Sendable { case child(Child.Action) }
    let isHosted: Bool

    var body: some ReducerOf<Self> {
      Scope(state: \.child, action: \.child) {
        if isHosted { Child().hosted() } else { Child() }
      }
    }
  }

  @Test(
    "a hosted feature presents, and keeps the identity of what it presents",
    arguments: [false, true])
  func hosted(isHosted: Bool) async {
    let store = Store(initialState: Parent.State()) { Parent(isHosted: isHosted) }
    await store.send(.child(.ask)).finish()
    #expect(store.state.child.alert == Self.alert("Sure?"))
    #expect(store.state.child.dialog?.buttons.map { String(state: $0.label) } == ["yes", "no"])
    let id = store.state.child.alert?.id
    await store.send(.child(.again)).finish()
    #expect(store.state.child.alert?.id == id)
    await store.send(.child(.alert(.presented(.yes)))).finish()
    await store.send(.child(.dialog(.dismiss))).finish()
    await store.send(.child(.plain(.yes))).finish()
    let child = store.state.child
    #expect(child.alert == nil && child.dialog == nil && child.plain == nil)
    #expect(
      child.notes
        == ["alert presented(\(Answer.yes)) Sure?", "dialog dismiss Which?", "plain yes Sure?"]
        .map {
          $0.replacing("presented(yes)", with: "\(PresentationAction<Answer>.presented(.yes))")
        })
  }

  @Test(
    "an alert that the parent sets in answer to a button replaces the old one only by another presentation"
  )
  func replaced() {
    let store = Store(initialState: Child.State()) { Child() }
    store.send(.ask)
    store.send(.alert(.presented(.no)))
    #expect(store.state.alert?.title == TextState("Really?"))
  }

  @CasePathable
  enum Destination: Equatable, Sendable {
    case alert(AlertState<Answer>)
    case edit(Int)
  }

  @CasePathable
  enum DestinationAction: Sendable {
    case alert(Answer)
    case edit
  }

  @Reducer
  struct Menu {
    struct State: Equatable, Sendable {
      @Presents var destination: Destination?
    }

    enum Action: Sendable {
      case destination(PresentationAction<DestinationAction>)
      case ask, edit
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .ask: state.destination = .alert(DialogTests.alert("Sure?"))
        case .edit: state.destination = .edit(1)
        case .destination: break
        }
        return .none
      }
      .ifLet(\.$destination, action: \.destination) { EmptyReducer() }
    }
  }

  @Test("an alert that is one of several destinations is over after its action; the others are not")
  func destinations() {
    let store = Store(initialState: Menu.State()) { Menu() }
    store.send(.ask)
    store.send(.destination(.presented(.alert(.yes))))
    #expect(store.state.destination == nil)
    store.send(.edit)
    store.send(.destination(.presented(.edit)))
    #expect(store.state.destination == .edit(1))
  }
}
