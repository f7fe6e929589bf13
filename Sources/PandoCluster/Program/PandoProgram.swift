import Glibc
public import Pando

/// A program that is its own worker: one binary for every role.
///
/// Mark the type with `@main`. Without arguments that begin with `worker`, it runs `app()`. As
/// `program worker --bind ENDPOINT` it hosts `features` for other processes; that is also how
/// `.workers(n)` starts it.
public protocol PandoProgram {
  /// The type of `features`.
  associatedtype Features: HostedFeatures

  /// The features that the program hosts as a worker.
  @HostedFeaturesBuilder static var features: Features { get }

  /// The program itself.
  static func app() async throws

  /// Prepares this process to be a worker, before anything else of the role.
  ///
  /// Hosted features read `dependencies`; what a store of the program overrides does not reach its
  /// workers. This is also the place to set up logging, metrics and tracing for the role. The default
  /// does nothing.
  ///
  /// ```swift
  /// static func prepareWorker(_ dependencies: inout DependencyValues) {
  ///   LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
  ///   dependencies.index = .onDisk("/var/lib/app/index")
  /// }
  /// ```
  ///
  /// The workers of a program start at once, so several processes may be here at the same moment.
  ///
  /// - Parameter dependencies: The values that hosted features read; those that are not set have the
  ///   live values of their keys.
  static func prepareWorker(_ dependencies: inout DependencyValues) throws
}

extension PandoProgram {
  /// Prepares nothing.
  public static func prepareWorker(_ dependencies: inout DependencyValues) throws {}
}

extension PandoProgram {
  /// Takes on the role that the command line names.
  public static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "worker" {
      await WorkerCommand.run(
        Array(arguments.dropFirst()), features: features.list, preparing: prepareWorker)
    } else {
      WorkerBinary.noteOwnRole()
      do {
        try await app()
      } catch {
        printError("error: \(error)")
        exit(1)
      }
    }
  }
}
