import CProcess
import Glibc
import PandoHosting

/// The environment, the words and the folder that the worker processes of a store start with, beside their own command
/// line. Fixed when the store starts: a worker that takes the place of another gets what that got, whatever the program
/// has changed of its own since.
final class WorkerStart: Sendable {
  /// The variables as `NAME=value`, byte by byte, since values need not be text.
  let environment: [[CChar]]
  /// The words behind `--` on the command line.
  let arguments: [String]
  /// Stands for the folder, even where that is moved or removed; negative where the program's own cannot be opened: then
  /// each worker starts in the one that the program has by then.
  let folder: Int32
  let folderName: String
  /// The sandbox of the workers; nil where they have the program's rights.
  let confinement: Confinement?

  /// Takes what this process has now.
  ///
  /// - Parameters:
  ///   - environment: Variables that are added, or take the place of others.
  ///   - arguments: Words for the program's own code.
  ///   - folder: The path of another folder than the program's own.
  init(
    environment added: [String: String] = [:], _ arguments: [String] = [],
    in folder: String? = nil
  ) throws(SpawnError) {
    for (name, value) in added
    where name.isEmpty || name.utf8.contains(UInt8(ascii: "=")) || (name + value).utf8.contains(0) {
      throw SpawnError(
        """
        "\(name.printable)" cannot be a variable of workers: a name has no "=", and neither it nor a value \
        has a zero byte.
        """)
    }
    for name in added.keys where Self.ours.contains(name) {
      throw SpawnError(
        "The variable \(name) of workers is set by Pando itself. Give yours another name.")
    }
    if let word = arguments.first(where: { $0.utf8.contains(0) }) {
      throw SpawnError(
        "\"\(word.printable)\" cannot be an argument of workers: it has a zero byte.")
    }
    self.arguments = arguments
    confinement = nil
    let heads = (Array(added.keys) + Self.ours).map { Array("\($0)=".utf8CString.dropLast()) }
    environment =
      Self.ownVariables.filter { variable in !heads.contains(where: variable.starts(with:)) }
      + added.sorted { $0.key < $1.key }.map { Array("\($0.key)=\($0.value)".utf8CString) }
    folderName = folder ?? "."
    self.folder = pando_open_folder(folderName)
    if folder != nil, self.folder < 0 { throw SpawnError(folder: folderName, errno: errno) }
  }

  /// The same for workers in a sandbox.
  init(_ other: WorkerStart, confinedBy confinement: Confinement) throws(SpawnError) {
    self.confinement = confinement
    environment = other.environment.filter(confinement.keeps)
    arguments = other.arguments
    folderName = other.folderName
    folder = other.folder < 0 ? -1 : fcntl(other.folder, F_DUPFD_CLOEXEC, 0)
    if other.folder >= 0, folder < 0 { throw SpawnError(system: "keep the folder of workers open") }
  }

  deinit {
    if folder >= 0 { close(folder) }
  }

  /// The variables that each worker gets anew.
  private static let ours = [
    SpawnMark.variable, CrashNotice.variable, ConfinedWorker.variable, GrantQuestions.variable,
    ConfinedLine.variable,
  ]

  private static var ownVariables: [[CChar]] {
    var variables: [[CChar]] = []
    var next = pando_environment()
    while let variable = next?.pointee {
      variables.append(Array(UnsafeBufferPointer(start: variable, count: strlen(variable) + 1)))
      next = next?.advanced(by: 1)
    }
    return variables
  }
}
