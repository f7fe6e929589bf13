import ArgumentParser
import Foundation
import PandoCluster
import PandoHosting

/// The table of `pando top` in a terminal: drawn anew at an interval, until q or Ctrl-C.
struct TopScreen {
  let seconds: Double
  let ask: @Sendable () async throws -> TopTable

  /// Shows it; or prints the first table, where standard input is no terminal.
  func run(_ first: TopTable) async throws {
    // A signal that comes while the terminal is changed ends the watch, which gives the terminal back.
    let ending = await SignalGuard.run { await watch(first) }
    if case .interrupted(let signal) = ending, signal != SIGINT { throw ExitCode(128 + signal) }
  }

  private func watch(_ first: TopTable) async {
    guard let presses = KeyPresses() else {
      print(first.text)
      return
    }
    // The other screen, so that what stood there is back at the end.
    Terminal.write("\u{1b}[?1049h\u{1b}[?25l")
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await draw(first) }
      group.addTask { await waitForQuit(presses) }
      await group.next()
      group.cancelAll()
    }
    Terminal.write("\u{1b}[?25h\u{1b}[?1049l")
    presses.end()
  }

  private func draw(_ first: TopTable) async {
    var lines = first.lines
    while !Task.isCancelled {
      show(lines)
      try? await Task.sleep(for: .seconds(seconds))
      do {
        lines = try await ask().lines
      } catch {
        // It may come back.
        lines = ["error: \(error)".printable]
      }
    }
  }

  private func show(_ lines: [String]) {
    let size = Terminal.size
    let shown = (lines + ["", "q ends"]).prefix(size.height - 1)
    Terminal.write(
      "\u{1b}[H" + shown.map { "\($0.fitted(to: size.width))\u{1b}[K\r\n" }.joined() + "\u{1b}[J")
  }

  /// Returns once q was pressed. The thread that waits for keys looks up ten times a second.
  private func waitForQuit(_ presses: KeyPresses) async {
    let isOver = OverFlag()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          while !isOver.isSet {
            if let key = presses.next(withinMilliseconds: 100),
              key == UInt8(ascii: "q") || key == UInt8(ascii: "Q") || key == 4
            {
              break
            }
          }
          continuation.resume()
        }
      }
    } onCancel: {
      isOver.set()
    }
  }
}
