import Foundation
import Pando

extension JournalQuestion {
  /// Takes the question that this program was started with; nil where there is none. Children of this process do not inherit
  /// it. Ends the program where nobody can answer it.
  static func takeAsked() -> JournalQuestion? {
    guard let text = ProcessInfo.processInfo.environment[variable] else { return nil }
    unsetenv(variable)
    do {
      return try JSONDecoder().decode(JournalQuestion.self, from: Data(text.utf8))
    } catch {
      FileHandle.standardError.write(
        Data(
          "error: \(variable) is no question that this build knows. Ask by \"pando journal\".\n"
            .utf8))
      exit(64)
    }
  }
}
