import Foundation

/// The notes of effects in the file of a run.
struct JournalRecord {
  /// A start of an effect.
  struct Start {
    let work: Int
    let effect: Int
    let token: UInt64
    let nanoseconds: UInt64
  }

  /// A return of `await send` in an effect that was not cancelled.
  struct Return {
    let work: Int
    let effect: Int
    let number: Int
    let nanoseconds: UInt64
  }

  private(set) var starts: [Start] = []
  private(set) var returns: [Return] = []

  init(starts: [Start], returns: [Return]) {
    self.starts = starts
    self.returns = returns
  }

  init(contentsOf path: String) {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ").map(String.init)
      guard fields.count == 6, let work = Int(fields[1]), let effect = Int(fields[2]),
        let third = UInt64(fields[3]), let time = UInt64(fields[4])
      else { continue }
      if fields[0] == "S" {
        starts.append(Start(work: work, effect: effect, token: third, nanoseconds: time))
      } else {
        returns.append(
          Return(work: work, effect: effect, number: Int(third), nanoseconds: time))
      }
    }
  }
}
