import ClusterFeatures
import Foundation
import Pando
import PandoCluster

extension Scenario {
  /// Two workers print at the same time, as much as the environment says.
  static func printing() async {
    let lines = number("PANDO_TEST_LINES")
    let bytes = number("PANDO_TEST_BYTES")
    let store = Store(initialState: Square.State()) {
      Square()
    } withDependencies: {
      $0.hosting = .workers(2)
    }
    await withTaskGroup { group in
      for id in 0..<2 {
        group.addTask {
          await store.send(
            .criers(.element(id: id, action: .cry(lines: lines, bytes: bytes)))
          ).finish()
        }
      }
    }
    await store.send(.criers(.element(id: 0, action: .murmur("and no more")))).finish()
    await store.stop()
    print("reduced: \(store.state.criers.map(\.count))")
  }

  /// The same, with a standard error that nobody reads.
  static func printingToNobody() async {
    let pipe = Pipe()
    dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
    await printing()
    _ = pipe.fileHandleForReading
  }

  private static func number(_ variable: String) -> Int {
    Int(ProcessInfo.processInfo.environment[variable] ?? "") ?? 0
  }
}
