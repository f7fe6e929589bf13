public import ArgumentParser
import CoreMetrics
package import Logging

/// The options of a daemon that say where its metrics are served.
public struct MetricsOptions: ParsableArguments {
  /// Where metrics are served; nowhere where it is left out.
  @Option(
    name: .customLong("metrics"),
    help: ArgumentHelp(
      "Serve metrics for Prometheus at http://ADDRESS/metrics: 127.0.0.1:9464. Default: nowhere.",
      valueName: "address"))
  public var address: String?

  /// True if the address may be one that other machines reach.
  @Flag(
    name: .customLong("metrics-on-network"),
    help: "Let --metrics be an address that other machines reach. Whoever reaches it reads them.")
  public var isOnNetwork = false

  /// No options.
  public init() {}

  /// Refuses what is no address, or one on a network that is not said to be meant.
  public func validate() throws {
    do throws(ServedAddress.Problem) {
      _ = try scrapeAddress()
    } catch {
      throw ValidationError("--metrics: \(error)")
    }
  }

  private func scrapeAddress() throws(ServedAddress.Problem) -> ServedAddress? {
    guard let address else { return nil }
    return try ServedAddress(address, for: .metrics, mayBeOnNetwork: isOnNetwork)
  }

  /// Returns where metrics are served, by the command line, the environment or a file; nil for nowhere.
  ///
  /// - Throws: A `SettingsError` about what is no address, or is one on a network, which the command line alone can
  ///   allow.
  package func scrapeAddress(in settings: Settings) throws(SettingsError) -> ServedAddress? {
    guard let found = try settings.find(.metrics) else { return nil }
    do throws(ServedAddress.Problem) {
      return try ServedAddress(found.value, for: .metrics, mayBeOnNetwork: isOnNetwork)
    } catch {
      throw SettingsError([SettingsFile.Problem(place: found.source, text: error.description)])
    }
  }

  /// Serves metrics until the process ends; does nothing where there is no address. Called before anything of the
  /// process has metrics.
  ///
  /// - Throws: A sentence about the address, when it is taken, or about the metrics system, when the program has
  ///   another.
  package static func serve(at address: ServedAddress?, logger: Logger) throws {
    guard let address else { return }
    guard MetricsSystem.factory is NOOPMetricsHandler else {
      throw ServedAddress.Problem(
        """
        This program has a metrics system of its own, which has the metrics: leave out --metrics.
        """)
    }
    let metrics = PrometheusMetrics()
    let server = try ScrapeServer(at: address, logger: logger) {
      // One that comes again at once finds what the last one found.
      MetricsCollector.shared.collect(unlessWithinMilliseconds: 100)
      return metrics.text
    }
    MetricsSystem.bootstrap(metrics)
    server.start()
    logger.info("Metrics are served.", metadata: ["address": "http://\(server.address)/metrics"])
  }
}
