import Foundation
import Logging
import Pando
import PandoCluster

/// The program of `make cluster-test`: a worker on one host, or a client that sends all the time.
@main
struct HostsProgram: PandoProgram {
  static var features: some HostedFeatures {
    Feature { Tree() }
  }

  static func app() async throws {
    LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
    try await ClientCommand.runOrExit()
  }
}
