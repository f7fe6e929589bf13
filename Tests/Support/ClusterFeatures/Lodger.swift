import Foundation
package import Pando

/// A child that notes when and where it is mounted, and leaves a file when it is dismounted.
@Reducer
package struct Lodger {
  package struct State: Codable, Equatable, Identifiable, Sendable {
    package let id: Int
    package var mountCount = 0
    /// The processes that its effects began in, newest last.
    package var processes: [Int32] = []

    package init(id: Int) {
      self.id = id
    }
  }

  package enum Action: Codable, Equatable, Sendable { case mounted, runs(Int32) }

  package init() {}

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .mounted:
        state.mountCount += 1
        return .run { send in
          await send(.runs(currentProcessID()))
          for await _ in AsyncStream<Never>.makeStream().stream {}
        }
      case .runs(let process):
        state.processes.append(process)
        return .none
      }
    }
    .onMount(\.mounted)
    .onDismount {
      let folder = ProcessInfo.processInfo.environment["PANDO_TEST_MARKS"] ?? ""
      if !folder.isEmpty { touch("\(folder)/\(currentProcessID())-\(UUID().uuidString)") }
    }
  }
}
