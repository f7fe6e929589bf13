import Pando
import PandoBenchmarking
import PandoCluster

/// Measures a feature in this process and on a worker.
@main
struct WordsBenchmarks: PandoProgram {
  static var features: some HostedFeatures { Feature { Words() } }

  static func app() async throws {
    func store(_ hosting: Hosting) -> StoreOf<Reader> {
      Store(initialState: Reader.State()) {
        Reader()
      } withDependencies: {
        $0.hosting = hosting
      }
    }
    let line = { @Sendable (index: Int) in Reader.Action.words(.read(line: "line \(index % 9)")) }
    try await BenchmarkSuite([
      .awaiting("words/here", to: { store(.direct) }, line),
      .awaiting("words/worker", bounds: ["words/here"], to: { store(.workers(1)) }, line),
      .streaming("words/worker/all-at-once", to: { store(.workers(1)) }, line),
    ]).run()
  }
}
