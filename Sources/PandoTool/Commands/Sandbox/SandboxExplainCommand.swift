import ArgumentParser
import Pando
import PandoCluster
import PandoHosting

/// `pando sandbox explain`.
struct SandboxExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say what each right of a sandbox is, and what enforces it here.",
    discussion: """
      The file of a sandbox is explained for this machine's kernel, and a running worker by what the kernel says of \
      it. Without either, it says what can be enforced here at all:

        pando sandbox explain parser.json
        pando sandbox explain --process $(pgrep -f 'pando: worker 1 in sandbox')
        pando sandbox explain

      The rules of Landlock cannot be seen in a running process: who starts a worker sets them, or does not start it.

      Exit codes: 0 when all is enforced, 1 when something is not or the file cannot be used, 64 when the command line \
      cannot be used, 66 when there is no such process.
      """)

  @Argument(help: "The file of a sandbox.")
  var file: String?

  @Option(help: ArgumentHelp("A worker that runs.", valueName: "pid"))
  var process: Int32?

  @Flag(help: "Print one JSON document.")
  var json = false

  func validate() throws {
    guard file == nil || process == nil else {
      throw ValidationError("Give a FILE or --process PID, not both.")
    }
    if let process, process <= 0 {
      throw ValidationError("--process: \(process) is no number of a process.")
    }
  }

  func run() throws {
    if let process { return try explain(process) }
    var report = SandboxReport()
    var title: String?
    if let file {
      do throws(SandboxFileError) {
        let sandbox = try SandboxFile.read(file)
        report = SandboxReport(sandbox)
        title = "\(file): \(sandbox)"
      } catch {
        printError("error: \(error)")
        throw ExitCode(1)
      }
    }
    if json {
      print(try JSONDocument.text(report))
    } else {
      let landlock = report.landlock > 0 ? "Landlock \(report.landlock)" : "no Landlock"
      print("kernel: \(landlock), \(report.hasFilter ? "a" : "no") filter of system calls")
      if let title { print(title.printable) }
      if let label = report.label { print("  label of workers with it: \(label)") }
      for right in report.rights {
        print("  \(right.name): \(right.value)\n    by \(right.enforcement)")
      }
      for problem in report.problems { print("not enforced: \(problem)") }
      if report.problems.isEmpty {
        print("\(title == nil ? "all that a sandbox can be" : "all of it") is enforced")
      }
    }
    if !report.problems.isEmpty { throw ExitCode(1) }
  }

  /// Explains a process.
  private func explain(_ process: Int32) throws {
    guard let report = WorkerConfinementReport(of: process) else {
      printError("error: there is no process \(process). \"pgrep -f pando:\" lists workers.")
      throw ExitCode(66)
    }
    if json {
      print(try JSONDocument.text(report))
    } else {
      print("process \(process): \(report.name ?? "no worker of Pando, by its name")")
      print(report.sandbox ?? "no sandbox")
      let threads = plural(report.threadCount, "thread")
      if report.problems.isEmpty {
        print(
          "\(threads): all without new privileges, with a filter of system calls, without capabilities"
        )
      } else {
        print("\(threads), not all confined:")
        for problem in report.problems { print("  \(problem)") }
      }
      for (name, value) in report.limits.sorted(by: { $0.key < $1.key }) {
        print("\(name.lowercased()): \(value)")
      }
    }
    if !report.problems.isEmpty { throw ExitCode(1) }
  }
}
