public import ArgumentParser

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
}
