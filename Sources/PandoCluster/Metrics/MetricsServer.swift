import CoreMetrics
import Foundation
public import Logging

/// The metrics of this process, served to Prometheus: those of its stores, workers and coordinators, and its own by
/// swift-metrics.
///
/// One line, before the program makes its first store:
///
///     static func app() async throws {
///       MetricsServer.bootstrap()   // where PANDO_METRICS says, such as 127.0.0.1:9464; else nowhere
///
/// It answers on a thread of its own until the process ends. A program with a metrics system of its own, which it gives
/// to `MetricsSystem.bootstrap`, has Pando's metrics there and leaves this line out.
///
/// Nothing of it stops a program: an address that is taken, or is none, is an error in the log, and there are no metrics.
public struct MetricsServer: Sendable {
  /// Where the metrics are, with the port that the system chose: `http://127.0.0.1:9464/metrics`.
  public let url: String

  /// Makes this the metrics system of the process, and serves it until the process ends.
  ///
  /// - Parameters:
  ///   - address: `127.0.0.1:9464`, with port 0 for any that is free; where it is left out, what `PANDO_METRICS` says.
  ///   - isOnNetwork: Whether the address may be one that other machines reach. There are no keys: whoever reaches it
  ///     reads the metrics.
  ///   - logger: What hears where they are served, or why they are not.
  /// - Returns: Nil where nothing is served: no address is given, or the log says what is wrong with it.
  @discardableResult
  public static func bootstrap(
    at address: String? = nil, isOnNetwork: Bool = false,
    logger: Logger = Logger(label: "pando.metrics")
  ) -> MetricsServer? {
    let variable = ProcessInfo.processInfo.environment[Setting.metrics.variable] ?? ""
    guard let text = address ?? (variable.isEmpty ? nil : variable) else { return nil }
    do throws(ServedAddress.Problem) {
      return try begin(
        at: ServedAddress(text, for: .metrics, mayBeOnNetwork: isOnNetwork), build: .environment,
        logger: logger)
    } catch {
      logger.error("There are no metrics: \(error)")
      return nil
    }
  }

  /// Serves the metrics of a daemon, which works without them, too, where they cannot be.
  ///
  /// - Parameter address: Nil where none are wanted.
  /// - Returns: A clause that says why there are none; nil where nothing is wrong.
  package static func serve(
    at address: ServedAddress?, build: ProgramBuild = .executable, logger: Logger
  ) -> String? {
    guard let address else { return nil }
    do throws(ServedAddress.Problem) {
      _ = try begin(at: address, build: build, logger: logger)
      return nil
    } catch {
      logger.error("There are no metrics: \(error)")
      return "serves no metrics: \(error)"
    }
  }

  private static func begin(
    at address: ServedAddress, build: ProgramBuild, logger: Logger
  ) throws(ServedAddress.Problem) -> MetricsServer {
    guard MetricsSystem.factory is NOOPMetricsHandler else {
      throw ServedAddress.Problem(
        "this program has a metrics system of its own, which has them. None are served at \(address)"
      )
    }
    let metrics = PrometheusMetrics()
    let server = try ScrapeServer(at: address, logger: logger) {
      // One that comes again at once finds what the last one found.
      MetricsCollector.shared.collect(unlessWithinMilliseconds: 100)
      return metrics.text
    }
    MetricsSystem.bootstrap(metrics)
    MetricsCollector.shared.describe(build: build)
    server.start()
    let url = "http://\(server.address)/metrics"
    logger.info("Metrics are served.", metadata: ["address": "\(url)"])
    return MetricsServer(url: url)
  }
}
