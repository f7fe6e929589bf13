import Foundation
import Pando
import Synchronization

extension JournalQuestion {
  private static let wasTaken = Mutex(false)

  /// Takes the question that this program was started with; nil where there is none. Children of this process do not inherit
  /// it. Ends the program where nobody can answer it, and never returns where another store answers it.
  static func takeAsked() -> JournalQuestion? {
    let isSecond = wasTaken.withLock { wasTaken in
      if wasTaken { return true }
      wasTaken = getenv(variable) != nil
      return false
    }
    while isSecond { pause() }
    guard let text = getenv(variable).map({ String(cString: $0) }) else { return nil }
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
