import ExampleTestSupport
import Foundation
import PandoTesting
import Previews
import Testing

@Suite("Files that take over their decoder", .timeLimit(.minutes(2)))
struct AttackTests {
  @Test("get nothing, and the pictures around them are shown")
  func attacks() async throws {
    let files = try Files()
    let store = Store(initialState: Gallery.State()) {
      Gallery(time: .seconds(2))
    } withDependencies: {
      $0.hosting = WorkerProcess.workers(2)
    }
    var tasks: [StoreTask] = []
    for attack in Attack.allCases {
      for (name, line) in [(attack.rawValue, "#!\(attack.rawValue)\n"), ("after \(attack)", "")] {
        let file = try files.make("P2\n\(line)1 1 9\n0\n")
        tasks.append(store.send(.added(name: name, file: file)))
      }
    }
    for task in tasks { await task.finish() }
    let (previews, workers) = (store.state.previews, store.workers)
    await store.stop()
    if workers.contains(where: { "\($0.state)".contains("Landlock") }) {
      // This kernel cannot enforce a sandbox, so none of them was decoded.
      #expect(previews.allSatisfy { $0.outcome == .deadly || $0.outcome == .waiting })
      return
    }
    for attack in Attack.allCases {
      #expect(previews[id: "after \(attack)"]?.outcome == .picture(Picture(lines: ["@"])))
      let outcome = try #require(previews[id: attack.rawValue]?.outcome)
      switch attack {
      case .memory: #expect(outcome == .deadly)
      case .loop: #expect(outcome == .endless)
      case .fork, .passwords, .connect, .parent, .kill:
        guard case .noPicture(let reason) = outcome else {
          Issue.record("\(attack): \(outcome)")
          continue
        }
        #expect(reason.hasPrefix("it tried \"\(attack.rawValue)\": "))
      }
    }
  }
}
