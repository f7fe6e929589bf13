import ArgumentParser
import Foundation
import Todos

/// One thing to do with the list, by a position that counts from 1 where a row is meant.
enum Request: Sendable {
  case add(String)
  case done(Int)
  case rename(Int, String)
  case move(Int, before: Int)
  case delete(Int)
  case show(Filter)
  case clear

  static let usage = """
    'add TITLE', 'done ROW', 'rename ROW TITLE', 'move ROW ROW', 'delete ROW', 'show all', \
    'show active', 'show completed', 'clear'
    """

  init(text: String) throws {
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    let row = words.count > 1 ? Int(words[1]) : nil
    let last = words.count > 2 ? words[2] : nil
    switch (words.first, row, last) {
    case ("add", _, _) where words.count > 1:
      self = .add(words.dropFirst().joined(separator: " "))
    case ("done", let row?, nil): self = .done(row)
    case ("rename", let row?, let title?): self = .rename(row, title)
    case ("move", let row?, let last?):
      guard let other = Int(last) else { throw Self.unknown(text) }
      self = .move(row, before: other)
    case ("delete", let row?, nil): self = .delete(row)
    case ("show", nil, nil) where words.count > 1:
      guard let filter = Filter(rawValue: words[1]) else { throw Self.unknown(text) }
      self = .show(filter)
    case ("clear", nil, nil) where words.count == 1: self = .clear
    default: throw Self.unknown(text)
    }
  }

  private static func unknown(_ text: String) -> ValidationError {
    ValidationError("'\(text)' is none of \(usage).")
  }
}
