import Foundation

/// A line of the client's output, in JSON.
struct Report: Codable {
  struct Worker: Codable {
    let name: String
    let state: String
    let children: Int
  }

  var event: String
  var accepted = 0
  var committed = 0
  /// The number of states that were compared with those of one process, and a number that grew out of them.
  var compared = 0
  var digest = ""
  var violations: [String] = []
  var pending = 0
  var oldestMilliseconds = 0
  /// The longest time from acceptance to commit since the last line.
  var longestMilliseconds = 0
  var workers: [Worker] = []
  var missing = 0

  func write() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(self) else { return }
    FileHandle.standardOutput.write(data + Data("\n".utf8))
  }
}
