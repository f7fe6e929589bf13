import ArgumentParser
import Glibc
import Pando
import PandoCluster
import PandoHosting

/// `pando sandbox record`.
struct SandboxRecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Run a program, and say which sandbox its workers need.",
    discussion: """
      It runs the command under strace, and has a profile for each sandbox that the program's workers have, and for \
      those without one: the files, ports and programs that they used. Have the features do all that they are to do, \
      then review it, since a worker may have done more than it should:

        pando sandbox record --output parser.json -- .build/debug/MyApp
        pando sandbox record -- swift test --skip-build

      Below are the calls that the system refused, each with the right that it takes. What every worker may do, as to \
      read libraries and to use its own socket, is left out.

      Declare the feature without a sandbox at first, to have nothing refused. Features in a TestStore run in its \
      process: only programs and tests with ".workers(n)" have something to record. Each call of the system takes \
      longer under strace.

      The environment, memory, processor time and the number of open files are not seen.

      Exit codes: that of the command where it fails, 0 when there is a profile, 1 when no worker was seen or the file \
      cannot be written, 64 when the command line cannot be used, 69 when strace is not installed.
      """)

  @Option(
    help: ArgumentHelp(
      """
      A new file for the JSON. With workers of several sandboxes there is one for each, with its name before the \
      extension.
      """, valueName: "file"))
  var output: String?

  @Flag(
    help: "Print one JSON document; what the command prints goes to standard error.")
  var json = false

  @Argument(parsing: .postTerminator, help: "The program and its arguments, behind --.")
  var command: [String] = []

  /// The profile of the workers of one sandbox.
  private struct Profile: Encodable {
    /// Nil for workers without one.
    var sandbox: String?
    /// The workers' names.
    var workers: [String]
    /// The rights that they used.
    var profile: SandboxFile.Content
    /// The same as a file.
    var json: String { SandboxFile.json(of: found) }
    /// The rights, as a sandbox.
    private let found: Sandbox
    /// The same in Swift.
    var declaration: String
    /// The uses of sockets that take an unrestricted network, in words.
    var sockets: [String]
    /// The paths of the programs that they started.
    var programs: [String]
    /// The calls that the system refused, each with the right that it takes.
    var refused: [String]
    /// The file that it was written to.
    var file: String?

    private enum CodingKeys: CodingKey {
      case sandbox, workers, profile, declaration, sockets, programs, refused, file
    }

    init(_ name: String, _ recording: Recording) {
      found = recording.sandbox()
      sandbox = name.isEmpty ? nil : name
      workers = recording.workers.sorted()
      profile = SandboxFile.Content(found)
      declaration = SandboxFile.swift(of: found)
      sockets = recording.sockets.sorted()
      programs = recording.programs.subtracting([""]).sorted()
      refused = recording.refusalLines(isSandboxed: !name.isEmpty)
    }

    /// The profile for people.
    var text: String {
      let number = plural(workers.count, "worker")
      var lines = ["\(number) in \(sandbox ?? "no sandbox"): \(workers.joined(separator: "; "))"]
      if let file { lines.append("The profile is in \(file).") }
      if file == nil { lines.append(json) }
      lines.append(declaration)
      lines += sockets.map { "takes `network: .unrestricted`: \($0)" }
      lines += programs.map { "takes `processes: .unrestricted`: start \($0)" }
      lines += refused.map { "refused: \($0)" }
      return lines.joined(separator: "\n")
    }
  }

  /// The document that `--json` prints.
  private struct Document: Encodable {
    /// The profiles by their sandboxes.
    var profiles: [Profile]
    /// The rights that are not recorded.
    var notSeen = ["environment", "memory", "processor time", "open files"]
  }

  func validate() throws {
    guard !command.isEmpty else {
      throw ValidationError(
        "Name a program to run, behind two dashes: pando sandbox record -- .build/debug/MyApp")
    }
  }

  func run() throws {
    if let output { try requireNone(output) }
    var calls = RecordedCalls()
    var lineCount = 0
    let status: Int32
    do throws(ChildProgram.Failure) {
      status = try TracedProgram.run(command, printsToError: json) { line in
        lineCount += 1
        calls.add(line)
      }
    } catch {
      printError("error: \(error.sentence)")
      throw ExitCode(error.status)
    }
    guard !calls.recordings.isEmpty else {
      printError(
        lineCount == 0
          ? """
          error: strace has recorded nothing; it says why above. Where the system lets no process trace another, as in \
          some containers, allow it (docker run --cap-add SYS_PTRACE), or record on another machine.
          """
          : """
          error: no worker was started. The program must host features on workers of its own, by ".workers(n)" or a \
          "WorkerPool"; those in a TestStore run in its process.
          """)
      throw ExitCode(status == 0 ? 1 : status)
    }
    var isAllWritten = true
    var profiles = calls.recordings.sorted { $0.key < $1.key }.map { Profile($0.key, $0.value) }
    if let output {
      for index in profiles.indices {
        let path = profiles.count == 1 ? output : Self.path(output, profiles[index].sandbox)
        if write(profiles[index].json + "\n", to: path) {
          profiles[index].file = path
        } else {
          isAllWritten = false
        }
      }
    }
    if json {
      print(try JSONDocument.text(Document(profiles: profiles)))
    } else {
      print(profiles.map(\.text).joined(separator: "\n\n").printableLines)
      print(
        """

        Not seen: the environment, memory, processor time and the number of open files. Review the rest: a worker may \
        have done more than it should.
        """)
    }
    if status != 0 || !isAllWritten { throw ExitCode(status == 0 ? 1 : status) }
  }

  /// Returns the path for one of several sandboxes: `parser-ab12.json`.
  private static func path(_ output: String, _ sandbox: String?) -> String {
    let name = sandbox?.split(separator: " ").last.map(String.init) ?? "none"
    let start = output.lastIndex(of: "/").map(output.index(after:)) ?? output.startIndex
    guard let dot = output[start...].lastIndex(of: "."), dot > start else {
      return "\(output)-\(name)"
    }
    return "\(output[..<dot])-\(name)\(output[dot...])"
  }

  /// Ends the command where the file is there.
  private func requireNone(_ path: String) throws {
    guard unsafe access(path, F_OK) == 0 else { return }
    printError("error: \(path.printable) is there already. Name another file, or remove it.")
    throw ExitCode(1)
  }

  /// Writes a new file; says so where it cannot, and returns false.
  private func write(_ text: String, to path: String) -> Bool {
    let file = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    let bytes = Array(text.utf8)
    let count = file < 0 ? -1 : unsafe Glibc.write(file, bytes, bytes.count)
    let problem = errno
    if file >= 0 { close(file) }
    if count == bytes.count { return true }
    printError(
      "error: \(path.printable) cannot be written: \(unsafe String(cString: strerror(problem)))")
    return false
  }
}
