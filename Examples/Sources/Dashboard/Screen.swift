/// Writes frames, one over the other on a terminal, and as lines of a log elsewhere.
package struct Screen {
  private let isTerminal: Bool
  private var drawnLines = 0
  private var loggedRounds = 0

  package init(isTerminal: Bool) {
    self.isTerminal = isTerminal
  }

  /// Returns what is to be written so that a frame is seen.
  package mutating func text(showing frame: Frame) -> String {
    isTerminal ? redrawing(frame.drawing) : logging(frame.log(after: loggedRounds))
  }

  /// Goes up to the first line that it drew before, and writes over them all.
  private mutating func redrawing(_ lines: [String]) -> String {
    defer { drawnLines = lines.count }
    let up = drawnLines > 0 ? "\u{1B}[\(drawnLines)A" : ""
    return up + lines.map { "\r\($0)\u{1B}[K\n" }.joined()
  }

  private mutating func logging(_ lines: [String]) -> String {
    loggedRounds += lines.count
    return lines.map { "\($0)\n" }.joined()
  }
}
