/// The difference between two texts whose indentation shows what belongs to what: the lines that
/// differ, and the lines around them.
package struct TextDifference: CustomStringConvertible {
  private struct Line {
    let text: Substring
    /// True if both texts have it.
    let isCommon: Bool
    let sign: String
    var isKept: Bool

    var indentation: Int { text.prefix { $0 == " " }.count }
    /// True if it ends what an earlier line of the same indentation begins.
    var isEnd: Bool { text.first { $0 != " " }.map { ")]}".contains($0) } ?? false }
  }

  private var lines: [Line] = []

  package init(_ left: String, _ right: String) {
    let left = left.split(separator: "\n", omittingEmptySubsequences: false)
    let right = right.split(separator: "\n", omittingEmptySubsequences: false)
    let difference = right.difference(from: left)
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var (old, new) = (0, 0)
    while old < left.count || new < right.count {
      if removed.contains(old) {
        lines.append(Line(text: left[old], isCommon: false, sign: "\u{2212}", isKept: true))
        old += 1
      } else if inserted.contains(new) {
        lines.append(Line(text: right[new], isCommon: false, sign: "+", isKept: true))
        new += 1
      } else {
        lines.append(Line(text: right[new], isCommon: true, sign: "\u{2007}", isKept: false))
        old += 1
        new += 1
      }
    }
    keepSurroundings()
  }

  /// Keeps the beginning and the end of what the lines that differ lie in.
  private mutating func keepSurroundings() {
    var limit = 0
    for index in lines.indices.reversed() {
      let line = lines[index]
      if !line.isCommon {
        limit = max(limit, line.indentation)
      } else if line.indentation < limit, !line.isEnd {
        lines[index].isKept = true
        limit = line.indentation
      }
    }
    var beginnings: [Int: Bool] = [:]
    for index in lines.indices {
      let line = lines[index]
      if !line.isEnd {
        beginnings[line.indentation] = line.isKept && line.isCommon
      } else if beginnings[line.indentation] == true {
        lines[index].isKept = true
      }
    }
  }

  /// The lines, each behind a sign; what is left out is counted.
  package var description: String {
    var shown: [String] = []
    var index = 0
    while index < lines.count {
      let run = lines[index...].prefix { !$0.isKept }
      if run.count > 1 {
        let indentation = run.map(\.indentation).min() ?? 0
        let count = run.count { $0.indentation == indentation && !$0.isEnd }
        shown.append(
          "\u{2007} \(String(repeating: " ", count: indentation))\u{2026} (\(count) unchanged)")
        index = run.endIndex
      } else {
        shown.append("\(lines[index].sign) \(lines[index].text)")
        index += 1
      }
    }
    return shown.joined(separator: "\n")
  }
}
