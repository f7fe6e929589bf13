import ArgumentParser
import Pando
import PandoCluster
import Todos

/// The command `todos`.
@main
struct TodosProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { TodoList() }
  }

  static func app() async throws {
    let options = TodosOptions.parseOrExit()
    let store = Store(initialState: Todos.State()) {
      Todos()
    } withDependencies: {
      $0.hosting = options.workers > 0 ? .workers(options.workers) : .direct
    }
    for request in options.requests { await run(request, in: store) }
    show(store.state)
    await store.stop()
  }

  /// Does what a person would, and waits for all that follows: for what sinks, too.
  private static func run(_ request: Request, in store: StoreOf<Todos>) async {
    switch request {
    case .add(let title):
      store.send(.list(.binding(.set(\.newTitle, title))))
      await store.send(.list(.addButtonTapped)).finish()
    case .done(let row):
      await edit(row, .set(\.isComplete, true), in: store)
    case .rename(let row, let title):
      await edit(row, .set(\.title, title), in: store)
    case .move(let row, let other):
      await store.send(.list(.moved(position: row - 1, before: other - 1))).finish()
    case .delete(let row):
      await store.send(.list(.deleted(positions: [row - 1]))).finish()
    case .show(let filter):
      await store.send(.list(.binding(.set(\.filter, filter)))).finish()
    case .clear:
      await store.send(.list(.clearCompletedButtonTapped)).finish()
    }
  }

  private static func edit(
    _ row: Int, _ change: BindingAction<Todo.State>, in store: StoreOf<Todos>
  ) async {
    let shown = store.list.shown
    guard shown.indices.contains(row - 1) else {
      print("There is no row \(row).")
      return
    }
    let id = shown[row - 1].id
    await store.send(.list(.todos(.element(id: id, action: .binding(change))))).finish()
  }

  private static func show(_ state: Todos.State) {
    for todo in state.list.shown { print("[\(todo.isComplete ? "x" : " ")] \(todo.title)") }
    print("\(state.badge) to do")
  }
}
