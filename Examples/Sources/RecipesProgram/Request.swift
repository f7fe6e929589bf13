import ArgumentParser
import Foundation

/// One thing to do with the recipes.
enum Request: Sendable {
  case add(title: String, steps: [String])
  case cook(String)
  case delete(String)
  case list

  static let usage = "'add TITLE: STEP; STEP', 'cook TITLE', 'delete TITLE', 'list'"

  init(text: String) throws {
    let words = text.split(separator: " ", maxSplits: 1)
    let rest = words.count > 1 ? String(words[1]) : ""
    switch (words.first, rest.isEmpty) {
    case ("add", false):
      let parts = rest.split(separator: ":", maxSplits: 1).map { $0.trimmed }
      self = .add(
        title: parts[0], steps: parts.count > 1 ? parts[1].split(separator: ";").map(\.trimmed) : []
      )
    case ("cook", false): self = .cook(rest)
    case ("delete", false): self = .delete(rest)
    case ("list", true): self = .list
    default: throw ValidationError("'\(text)' is none of \(Self.usage).")
    }
  }
}

extension Substring {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
