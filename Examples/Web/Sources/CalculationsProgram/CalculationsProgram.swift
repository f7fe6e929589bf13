import ArgumentParser
import Calculations
import Hummingbird
import Pando
import PandoCluster

/// The command `calculations`.
@main
struct CalculationsProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Calculator() }
  }

  static func app() async throws {
    let options = CalculationsOptions.parseOrExit()
    // A store's own workers would be two processes for each session.
    let pool = WorkerPool(max(1, options.workers))
    let own: Hosting = options.workers > 0 ? .pool(pool) : .direct
    let visits = Visits(hosting: options.coordinator.map { .coordinator($0) } ?? own)
    let server = Application(
      router: routes(for: visits),
      configuration: .init(address: .hostname(options.host, port: options.port)))
    // Until SIGTERM or SIGINT.
    try await server.runService()
    await visits.endAll()
    await pool.finish()
  }
}
