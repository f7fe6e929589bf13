import ArgumentParser
import Logging
import PandoCluster
import PandoPage
import UnixSignals

/// `pando coordinator`.
struct CoordinatorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coordinator",
    abstract: "Keep the registry of workers, and place hosted features on the least loaded.",
    discussion: """
      Workers join it, programs ask it for a worker, and "pando status" shows what it knows:

        pando coordinator --bind ipc:///run/pando/coordinator.sock
        pando worker --bind ipc:///run/pando/w1.sock --coordinator ipc:///run/pando/coordinator.sock
        pando status --coordinator ipc:///run/pando/coordinator.sock

      It keeps nothing on disk: with its registry in memory, workers join again by themselves after a \
      restart. It ends on SIGTERM and SIGINT, and on SIGHUP, as of a terminal that closes; under a service \
      manager SIGHUP has it read its keyring. It leaves no socket file, and listens again where somebody \
      removed it. A tcp address takes keys, on this \
      machine too (see "pando keys"):

        pando coordinator --bind tcp://10.0.0.7:7610 --keyring /etc/pando/keyring --key c1.key

      Several coordinators share a registry in etcd: any of them answers, and workers and programs take a \
      list of them. A lost coordinator, or etcd's absence, stops nothing that runs:

        pando coordinator --bind tcp://10.0.0.7:7610 --registry etcd://10.0.0.1:2379,10.0.0.2:2379/pando
        pando worker --bind tcp://10.0.0.9:7611 --coordinator tcp://10.0.0.7:7610,tcp://10.0.0.8:7610

      A browser shows the workers as they come and go, and drains them with a token, at the address of --page, \
      on this machine unless told otherwise; it takes a build with the trait "Page":

        pando coordinator --bind ipc:///run/pando/coordinator.sock --page 127.0.0.1:9465

      A registry in etcd takes a build with the trait "Etcd". The user and the password of etcd, where it has any, come from \
      PANDO_REGISTRY_USER, and PANDO_REGISTRY_PASSWORD or the file PANDO_REGISTRY_PASSWORD_FILE.

      What the command line leaves out is read from the environment and from a file: see "pando config".

      Exit codes: 0 after SIGTERM, SIGINT or SIGHUP, 1 when it cannot listen or another process has come to \
      listen at its address, 64 when the command line or the \
      settings cannot be used.
      """)

  @Option(
    help: ArgumentHelp(
      "Where to listen: ipc:///path/to.sock, or tcp://10.0.0.7:PORT with keys. Default: what PANDO_COORDINATOR names, "
        + "if that is one endpoint.",
      valueName: "endpoint"))
  var bind: String?

  @Option(
    help: ArgumentHelp(
      "The least important messages that are logged: debug, info, notice, warning, error. Default: info.",
      valueName: "level"))
  var logLevel: String?

  @Option(
    help: ArgumentHelp(
      "The interval at which workers tell that they live. Default: 500.", valueName: "milliseconds")
  )
  var beatMilliseconds: String?

  @Option(
    help: ArgumentHelp(
      "The time without that after which a worker is taken for dead: two such intervals at least. Default: 3000.",
      valueName: "milliseconds"))
  var lifeMilliseconds: String?

  @Option(
    help: ArgumentHelp(
      "The form of the log: text for people, json for a collector of logs. Default: text.",
      valueName: "form"))
  var logFormat: LogFormat?

  @OptionGroup var metrics: MetricsOptions

  @OptionGroup var page: PageOptions

  @OptionGroup var registry: RegistryOptions

  @OptionGroup var keys: KeyOptions

  @OptionGroup var config: ConfigOption

  func run() async throws {
    // The reader of its log may go, as that of a pipe to tee or logger.
    PipeSignal.disarm()
    var (configuration, logger, address, choice) = try await configure()
    configuration.version = PandoVersion.description
    let hangUp = HangUp.asked
    configuration.reloadsOnHangUp = hangUp == .reload
    configuration.notifier = .adopt(logger: logger)
    var page: StatusPage?
    do {
      configuration.problem = MetricsServer.serve(at: address, logger: logger)
      page = try await choice?.serve(&configuration, logger: logger)
    } catch let error as PageError where error.isOfAddress {
      // Who watches a coordinator does not keep it from its work.
      logger.error("There is no page: \(error)")
      configuration.problem = [configuration.problem, "serves no page: \(error)"].compactMap(\.self)
        .joined(separator: "; ")
    } catch {
      printError("error: \(error)")
      throw ExitCode(1)
    }
    defer { page?.stop() }
    let service = CoordinatorService(configuration: configuration, logger: logger)
    let ending = await SignalGuard.run(
      until: [.sigterm, .sigint] + (hangUp == .end ? [.sighup] : [])
    ) { try await service.run() }
    if case .failed(let error) = ending {
      printError("error: \(error)")
      throw ExitCode(1)
    }
  }

  private func configure() async throws -> (
    CoordinatorConfiguration, Logger, ServedAddress?, PageChoice?
  ) {
    let options: [Setting: String?] = [
      .bind: bind, .logLevel: logLevel, .beatMilliseconds: beatMilliseconds,
      .lifeMilliseconds: lifeMilliseconds, .keyring: keys.keyring, .key: keys.key,
      .logFormat: logFormat?.rawValue, .metrics: metrics.address,
    ]
    let (metrics, page) = (metrics, page)
    let (read, logger, choice, address, shown) = try Settings.read(
      options.merging(registry.settings) { $1 }.merging(page.settings) { $1 }, config
    ) { settings throws(SettingsError) in
      var configuration = CoordinatorConfiguration(
        endpoint: try settings.coordinatorPlace, keys: try settings.keys)
      try settings.setTimes(of: &configuration)
      var logger = try settings.logFormat.logger("pando.coordinator")
      if let level = try settings.text(.logLevel).flatMap(Logger.Level.init(rawValue:)) {
        logger.logLevel = level
      }
      return (
        configuration, logger, try RegistryChoice(settings),
        try metrics.scrapeAddress(in: settings), try page.choice(in: settings)
      )
    }
    var configuration = read
    configuration.registry = try choice.source()
    if let shown { try shown.validate() } else { try self.page.validateWithoutPage() }
    return (configuration, logger, address, shown)
  }
}
