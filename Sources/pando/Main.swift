import ArgumentParser
import PandoTool

/// The program; everything is in `PandoTool`, where tests reach it.
@main
struct Main {
  @MainActor
  static func main() async {
    // Before the first wait: the concurrency pool waits for ever where its threads cannot be started.
    PandoCommand.requireThreads()
    await PandoCommand.runProgram()
  }
}
