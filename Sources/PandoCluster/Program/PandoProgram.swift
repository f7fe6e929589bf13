import Glibc

/// A program that is its own worker: one binary for every role.
///
/// Mark the type with `@main`. Without arguments that begin with `worker`, it runs `app()`. As
/// `program worker --bind ENDPOINT` it hosts `features` for other processes; that is also how
/// `.workers(n)` starts it.
public protocol PandoProgram {
  /// The type of `features`.
  associatedtype Features: HostedFeatures

  /// What the program hosts as a worker.
  @HostedFeaturesBuilder static var features: Features { get }

  /// The program itself.
  static func app() async throws
}

extension PandoProgram {
  /// Takes on the role that the command line names.
  public static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "worker" {
      await WorkerCommand.run(Array(arguments.dropFirst()), features: features.list)
    } else {
      do {
        try await app()
      } catch {
        printError("error: \(error)")
        exit(1)
      }
    }
  }
}
