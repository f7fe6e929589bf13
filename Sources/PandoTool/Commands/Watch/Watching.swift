import ArgumentParser
import Foundation
import PandoCluster
import PandoHosting

/// Shows something again and again, until the user has seen enough.
enum Watching {
  /// Shows it at an interval until Ctrl-C, which is how one ends it; other signals end it by their numbers, and it ends
  /// with 1 where it cannot be shown.
  ///
  /// - Parameters:
  ///   - seconds: The time between the end of one look and the next.
  ///   - look: Returns the text to show. An error is shown in its place: what is watched may come back.
  static func run(
    every seconds: Double, _ look: @escaping @Sendable () async throws -> String
  ) async throws {
    let redraws = Terminal.isInteractive
    let ending = await SignalGuard.run {
      while !Task.isCancelled {
        do {
          let text = try await look()
          try show(text, redraws)
        } catch let code as ExitCode {
          throw code
        } catch {
          if Task.isCancelled { break }
          if redraws {
            try show("error: \(error)".printableLines, redraws)
          } else {
            printError("error: \(error)")
          }
        }
        try? await Task.sleep(for: .seconds(seconds))
      }
    }
    switch ending {
    case .interrupted(let signal) where signal != SIGINT: throw ExitCode(128 + signal)
    case .failed(let error): throw error
    case .finished, .interrupted: break
    }
  }

  private static func show(_ text: String, _ redraws: Bool) throws {
    try Terminal.deliver(redraws ? "\u{1b}[H\u{1b}[2J\(text)\n" : text + "\n")
  }
}
