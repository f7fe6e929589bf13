import ArgumentParser
import PandoCluster
import PandoHosting
import ZeroMQ

/// `pando health`.
struct HealthCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "health",
    abstract: "Say whether a coordinator, a worker or both answer; for probes.",
    discussion: """
      A worker is asked directly, and answers while its reducers are busy:

        pando health --worker ipc:///run/pando/worker-one.sock
        pando health --coordinator ipc:///run/pando/coordinator.sock --at-least 2

      Without --worker the coordinator is asked, which the environment or a file may name, too (see "pando \
      config"). Over tcp that takes a key with the role probe, which may do nothing else, or operator, and a keyring that \
      trusts who is asked.

      With --json, "problems" has what is wrong in the cluster, as "pando status" shows it, for a key with the role \
      operator. A problem fails no probe: \
      a probe that fails has its daemon restarted, which mends few of them.

      Exit codes: 0 when all who were asked answered in time, 1 when one did not, or when there were fewer \
      workers than --at-least says until then, 64 when the command line or the settings cannot be used.
      """)

  @Option(
    help: ArgumentHelp(
      "A coordinator to ask; of several, with commas between them, the first that answers.",
      valueName: "endpoint"))
  var coordinator: String?

  @Option(help: ArgumentHelp("A worker to ask.", valueName: "endpoint"))
  var worker: String?

  @Option(
    help: ArgumentHelp("The fewest workers that the coordinator must know in time.", valueName: "n")
  )
  var atLeast = 0

  @Option(help: ArgumentHelp("The time for each answer, and for --at-least.", valueName: "seconds"))
  var timeout = 5.0

  @OptionGroup var keys: KeyOptions

  @OptionGroup var config: ConfigOption

  @Flag(help: "Print one JSON document.")
  var json = false

  func validate() throws {
    if let worker { _ = try EndpointArgument.parse(worker, option: "--worker") }
    try WatchSeconds.check(timeout, option: "--timeout")
    guard atLeast >= 0 else {
      throw ValidationError("--at-least: \(atLeast) is below 0.")
    }
    if worker != nil, coordinator == nil, atLeast > 0 {
      throw ValidationError("--at-least is about a coordinator: give --coordinator ENDPOINT, too.")
    }
  }

  func run() async throws {
    let (known, knownKeys) = try Settings.read(
      [.coordinator: coordinator, .keyring: keys.keyring, .key: keys.key], config
    ) { settings throws(SettingsError) in
      // Where a worker is asked, the environment's coordinator is not meant.
      let asks = worker == nil || coordinator != nil
      return (asks ? try settings.endpoints(.coordinator) : nil, try settings.keys)
    }
    let milliseconds = WatchSeconds.milliseconds(timeout)
    var report = HealthReport()
    var status: ClusterStatus?
    if let known {
      status = await report.ask(coordinators: known, knownKeys, milliseconds, atLeast)
    }
    if let worker {
      let endpoint = try EndpointArgument.parse(worker, option: "--worker")
      let publicKey = status?.workers.first { $0.endpoint == "\(endpoint)" }?.publicKey
      await report.ask(
        worker: endpoint, publicKey: publicKey.flatMap { try? CurveKey(z85: $0) }, knownKeys,
        milliseconds)
    }
    if json {
      print(try JSONDocument.text(report))
    } else {
      if !report.text.isEmpty { print(report.text.printableLines) }
      for problem in report.failures { printError("error: \(problem)") }
    }
    if !report.isHealthy { throw ExitCode(1) }
  }
}
