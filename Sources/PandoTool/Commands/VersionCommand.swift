import ArgumentParser

/// `pando version`.
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Print the versions of the program and of what it speaks.")

  func run() {
    print(PandoVersion.description)
  }
}
