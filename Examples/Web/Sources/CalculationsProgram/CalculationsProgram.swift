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
    let visits = Visits(hosting: options.coordinator.map { .coordinator($0) } ?? .direct)
    let server = Application(
      router: routes(for: visits),
      configuration: .init(address: .hostname(options.host, port: options.port)))
    // Until SIGTERM or SIGINT.
    try await server.runService()
    await visits.endAll()
  }
}
