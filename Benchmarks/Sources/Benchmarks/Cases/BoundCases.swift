import PandoBenchmarking
import Synchronization

/// The bounds of local cases: the least that could do the same.
enum BoundCases {
  static var all: [Benchmark] {
    [
      Benchmark("bound/closure-under-lock") {
        let model = LockedModel(Counter.State()) { state, action in
          Counter.reduce(&state, action)
        }
        return { .timing(1_000_000) { _ in model.send(Counter.Action.up) } }
      },
      Benchmark("bound/closure-of-five-levels") {
        let model = LockedModel(LevelOne.State(), reduceLevels)
        return {
          .timing(1_000_000) { _ in model.send(.child(.child(.child(.child(.child(.up)))))) }
        }
      },
      Benchmark("bound/task") {
        { await .awaiting(20_000) { index in _ = await Task { index }.value } }
      },
      Benchmark("bound/task-immediate") {
        { await .awaiting(20_000) { index in _ = await Task.immediate { index }.value } }
      },
    ]
  }

  /// Five levels around a counter as one would write them by hand, child first.
  @Sendable
  private static func reduceLevels(_ state: inout LevelOne.State, _ action: LevelOne.Action) {
    guard case .child(.child(.child(.child(.child(let action))))) = action else { return }
    Counter.reduce(&state.child.child.child.child.child, action)
    state.child.child.child.child.total += 1
    state.child.child.child.total += 1
    state.child.child.total += 1
    state.child.total += 1
    state.total += 1
  }
}

extension Counter {
  /// Does as a function what its body does.
  @Sendable
  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .up: state.count += state.step
    case .add(let number): state.count += number
    }
  }
}

/// A state under a lock, and a closure that changes it.
private final class LockedModel<State: Sendable, Action>: Sendable {
  private let state: Mutex<State>
  private let reduce: @Sendable (inout State, Action) -> Void

  init(_ state: State, _ reduce: @escaping @Sendable (inout State, Action) -> Void) {
    self.state = Mutex(state)
    self.reduce = reduce
  }

  @inline(never)
  func send(_ action: Action) {
    state.withLock { reduce(&$0, action) }
  }
}
