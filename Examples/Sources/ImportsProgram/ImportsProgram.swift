import ArgumentParser
import Foundation
import Imports
import Pando
import PandoCluster

/// The command `imports`.
@main
struct ImportsProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { FileImport() }
  }

  static func app() async throws {
    let options = ImportsOptions.parseOrExit()
    let store = Store(initialState: ImportQueue.State()) {
      ImportQueue()
    } withDependencies: {
      $0.hosting = options.workers > 0 ? .workers(options.workers) : .direct
    }
    var tasks: [StoreTask] = []
    for path in options.files {
      let url = URL(fileURLWithPath: path)
      let text = try String(contentsOf: url, encoding: .utf8)
      tasks.append(store.send(.added(name: url.lastPathComponent, text: text)))
    }
    for task in tasks { await task.finish() }
    for file in store.state.files { print("\(file.id): \(words(for: file.outcome))") }
    print("Sum: \(store.state.sum)")
    await store.stop()
  }

  private static func words(for outcome: FileImport.State.Outcome) -> String {
    switch outcome {
    case .waiting: "not read"
    case .read(let ledger): "\(ledger.rows) rows, \(ledger.sum)"
    case .noLedger: "no ledger"
    case .deadly: "given up, as it crashed the parser"
    }
  }
}
