import ArgumentParser
import PandoTool

/// The program; everything is in `PandoTool`, where tests reach it.
@main
struct Main {
  static func main() async {
    await PandoCommand.runProgram()
  }
}
