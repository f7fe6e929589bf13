import ClusterFeatures
import Foundation
import Pando
import PandoCluster
import PandoOTLP

/// The program of `make otlp-test`: sends some actions to a hosted child, each with an effect that sends another, and
/// ends. Prints how many spans were dropped until then.
///
///     TraceProgram ACTIONS [COORDINATOR]
///
/// With the variable `TRACE_PROGRAM_STAYS` it stays, and so does its worker, until its standard input ends.
@main
struct TraceProgram: PandoProgram {
  static var features: some HostedFeatures { Feature { Errand() } }

  static func prepareWorker(_ dependencies: inout DependencyValues) {
    OTLPTracing.bootstrap()
  }

  static func app() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let hosting = arguments.dropFirst().first.map { Hosting.coordinator($0) } ?? .workers(1)
    let store = Store(initialState: Errands.State(count: 1)) {
      Errands()
    } withDependencies: {
      $0.hosting = hosting
      $0.tracing = OTLPTracing.bootstrap()
    }
    for number in 0..<(arguments.first.flatMap { Int($0) } ?? 1) {
      await store.send(
        .errands(.element(id: 0, action: .run(number: number, milliseconds: 1)))
      ).finish()
    }
    if ProcessInfo.processInfo.environment["TRACE_PROGRAM_STAYS"] != nil {
      _ = try FileHandle.standardInput.readToEnd()
    }
    let done = store.state.errands[id: 0]?.done.count ?? 0
    await store.stop()
    let line = "done \(done) dropped \(OTLPTracing.droppedSpanCount)\n"
    FileHandle.standardOutput.write(Data(line.utf8))
  }
}
