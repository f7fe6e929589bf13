import ArgumentParser
import Foundation
import Logging
import PandoCluster
import PandoPage

/// The page that a daemon is to serve.
struct PageChoice {
  /// The address, and where it stands.
  let found: Settings.Found
  let isOnNetwork: Bool
  let tokenFile: String?
  let origin: String?

  /// Refuses an address on a network, which the command line alone can allow.
  func validate() throws {
    do throws(ServedAddress.Problem) {
      _ = try ServedAddress(found.value, for: .page, mayBeOnNetwork: isOnNetwork)
    } catch {
      throw ValidationError("\(found.source): \(error)")
    }
  }

  /// Serves the page of a coordinator that is about to run.
  ///
  /// - Parameter environment: Has the token, which does not belong on a command line.
  func serve(
    _ configuration: inout CoordinatorConfiguration, logger: Logger,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) async throws -> StatusPage {
    let variable = environment["PANDO_PAGE_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
    let token =
      if let tokenFile {
        try PageToken(file: tokenFile)
      } else {
        try variable.map { try PageToken($0) }
      }
    return try await StatusPage.serve(
      &configuration, at: found.value, isOnNetwork: isOnNetwork, token: token, origin: origin,
      logger: logger)
  }
}
