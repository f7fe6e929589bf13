import ArgumentParser
import PandoCluster

/// The options of a daemon that say where its status page is served.
struct PageOptions: ParsableArguments {
  @Option(
    name: .customLong("page"),
    help: ArgumentHelp(
      "Serve a status page for browsers at http://ADDRESS/: 127.0.0.1:9465. Takes a build with the trait "
        + "\"Page\". Default: nowhere.",
      valueName: "address"))
  var address: String?

  @Flag(
    name: .customLong("page-on-network"),
    help: "Let --page be an address that other machines reach. Whoever reaches it reads the page.")
  var isOnNetwork = false

  @Option(
    help: ArgumentHelp(
      "The file with the token that the page asks for before it drains a worker; without one, or "
        + "PANDO_PAGE_TOKEN, the page only shows.",
      valueName: "file"))
  var pageTokenFile: String?

  @Option(
    help: ArgumentHelp(
      "Where browsers find the page behind a proxy with TLS: https://pando.example.com. The page answers by that "
        + "name, too, and drains for it. Default: at no proxy.",
      valueName: "origin"))
  var pageOrigin: String?

  /// The options, to be read with what the environment and a file say.
  var settings: [Setting: String?] {
    [.page: address, .pageTokenFile: pageTokenFile, .pageOrigin: pageOrigin]
  }

  func validate() throws {
    guard let address else { return }
    do throws(ServedAddress.Problem) {
      _ = try ServedAddress(address, for: .page, mayBeOnNetwork: isOnNetwork)
    } catch {
      throw ValidationError("--page: \(error)")
    }
  }

  /// Refuses what says something of a page that nobody asks for.
  func validateWithoutPage() throws {
    let given = [
      (pageTokenFile != nil, Setting.pageTokenFile.option),
      (pageOrigin != nil, Setting.pageOrigin.option),
      (isOnNetwork, "--page-on-network"),
    ]
    guard let option = given.first(where: \.0)?.1 else { return }
    throw ValidationError(
      "\(option): there is no page; say where it is served: --page 127.0.0.1:9465.")
  }

  /// Returns the page that is to be served, by the command line, the environment or a file; nil for none.
  ///
  /// - Throws: A `SettingsError` about what is no address.
  func choice(in settings: Settings) throws(SettingsError) -> PageChoice? {
    guard let found = try settings.find(.page) else { return nil }
    return PageChoice(
      found: found, isOnNetwork: isOnNetwork, tokenFile: try settings.text(.pageTokenFile),
      origin: try settings.text(.pageOrigin))
  }
}
