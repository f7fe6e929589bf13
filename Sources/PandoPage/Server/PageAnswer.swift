import Foundation

/// The answer to a command, to a question about a child, to one about a commit, or to what is refused.
struct PageAnswer: Codable, Equatable, Sendable {
  var message: String?
  var error: String?

  var values: [PageValue]?
  var past: PagePast?

  init(
    message: String? = nil, error: String? = nil, values: [PageValue]? = nil, past: PagePast? = nil
  ) {
    self.message = message
    self.error = error
    self.values = values
    self.past = past
  }

  var json: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { preconditionFailure("it is a few texts") }
    return Array(data)
  }
}
