// Fills in the table of a README from the results of a run. Interpreted by Scripts/benchmark-table.
//
// usage: Table.swift README RESULTS [--check]

import Foundation

struct Spread: Decodable { var median, least, most: Double }

struct Bound: Decodable {
  var name: String
  var figure: Double
  var unit: String
  var ratio: Spread
}

struct Entry: Decodable {
  var name: String
  var unit: String
  var median: Double
  var bound: Bound?
  var otherBounds: [Bound]
  var p50, p99: Double?
  var cpuTotal: Double?
}

struct Results: Decodable {
  struct Machine: Decodable {
    var cores: Int
    var model, kernel: String
    var loadBefore, loadAfter, stealPercentDuring: Double
  }

  struct Build: Decodable { var toolchain, commit: String }

  var machine: Machine
  var build: Build
  var rounds: Int
  var cases: [Entry]
}

/// The cases that the README shows, of many more in the file.
let shown = [
  "local/flat", "local/ifLet", "local/presents", "local/ifCaseLet", "local/stack-5",
  "local/scope-5",
  "local/forEach-10", "local/forEach-1000", "local/forEach-100000", "local/forEach-1000000",
  "local/effect-send", "local/run-effect", "local/beside-hosted", "local/test-store-send",
  "hosted/ipc/window-1", "hosted/ipc/window-1000", "hosted/tcp/window-1",
  "hosted/tcp/window-1000", "hosted/tcp/curve/window-1", "hosted/tcp/curve/window-1000",
  "hosted/ipc/document-2KB/window-1",
  "hosted/ipc/document-2KB/window-1000", "hosted/ipc/run-effect", "hosted/ipc/run-effect-start",
  "hosted/ipc/run-effect-each-send",
  "hosted/ipc/load-25", "hosted/ipc/load-50", "hosted/ipc/load-75", "hosted/ipc/rows-1000",
  "hosted/ipc/rows-100000", "hosted/ipc/open-lane", "hosted/ipc/close-lane", "memory/lane",
  "hosted/ipc/kill-to-commit-10", "hosted/ipc/kill-to-commit-100000", "work/1us/two-workers",
  "work/100us/two-workers", "work/10ms/two-workers", "demo/two-workers",
  "demo/own-directory/two-workers", "state/1MB-number", "state/row-of-100000",
  "state/number-in-array-of-130000", "state/word-in-dictionary-of-30000",
  "growth/cancel-in-row-4000", "growth/append-row-4000", "growth/remove-row-4000",
  "growth/action-beside-effect-4000", "growth/waiting-lane-10000",
]

/// A number with three digits or more, and commas between thousands.
func text(_ number: Double) -> String {
  if number < 10 { return String(format: "%.2f", number) }
  if number < 100 { return String(format: "%.1f", number) }
  var digits = String(Int(number.rounded()))
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return ([digits] + groups).joined(separator: ",")
}

/// The ratio to a bound, its range, and the bound.
func comparison(_ bound: Bound) -> [String] {
  [
    text(bound.ratio.median), "\(text(bound.ratio.least))-\(text(bound.ratio.most))", bound.name,
  ]
}

/// A row of a case, and below it one for each of its other bounds.
func rows(_ entry: Entry) -> [[String]] {
  let figures = [
    entry.name, text(entry.median), entry.unit, entry.p50.map(text) ?? "",
    entry.p99.map(text) ?? "", entry.cpuTotal.flatMap { $0 > 0 ? text($0) : nil } ?? "",
  ]
  let first = entry.bound.map(comparison) ?? ["", "", ""]
  let blank = figures.map { _ in "" }
  return [figures + first] + entry.otherBounds.map { blank + comparison($0) }
}

/// The cases that are shown.
///
/// - Throws: A `MissingCases` where the results lack some.
func chosen(from cases: [Entry]) throws -> [Entry] {
  let byName = Dictionary(uniqueKeysWithValues: cases.map { ($0.name, $0) })
  let missing = shown.filter { byName[$0] == nil }
  guard missing.isEmpty else { throw MissingCases(names: missing) }
  return shown.compactMap { byName[$0] }
}

/// Cases that the README shows, and no run has measured.
struct MissingCases: Error, CustomStringConvertible {
  var names: [String]
  var description: String { "it lacks " + names.joined(separator: ", ") }
}

func table(_ results: Results) throws -> String {
  let head = ["case", "median", "unit", "p50 ns", "p99 ns", "cpu ns", "ratio", "range", "to"]
  let all = [head] + (try chosen(from: results.cases)).flatMap(rows)
  let widths = head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
  let lines = all.map { row in
    let cells = row.indices.map { column in
      let padding = String(repeating: " ", count: widths[column] - row[column].count)
      return [0, 2, 8].contains(column) ? row[column] + padding : padding + row[column]
    }
    var line = cells.joined(separator: "  ")
    while line.hasSuffix(" ") { line.removeLast() }
    return line
  }
  let machine = results.machine
  return """
    ```
    \(lines.joined(separator: "\n"))
    ```

    The last run, as it came: medians of \(results.rounds) rounds on \(machine.cores) cores (\(machine.model), Linux
    \(machine.kernel)), \(results.build.toolchain), commit \(results.build.commit).
    Load \(machine.loadBefore) before and \(machine.loadAfter) after; \(machine.stealPercentDuring) % of the processors' time went to other machines.
    """
}

let arguments = Array(CommandLine.arguments.dropFirst())
let begin = "<!-- benchmarks: begin -->\n"
let end = "\n<!-- benchmarks: end -->"
do {
  let readme = try String(contentsOfFile: arguments[0], encoding: .utf8)
  let data = try Data(contentsOf: URL(fileURLWithPath: arguments[1]))
  let results = try JSONDecoder().decode(Results.self, from: data)
  guard let first = readme.range(of: begin), let last = readme.range(of: end) else {
    print("\(arguments[0]) has no marks \"benchmarks: begin\" and \"benchmarks: end\"")
    exit(1)
  }
  let text = readme.replacingCharacters(
    in: first.upperBound..<last.lowerBound, with: try table(results))
  if arguments.contains("--check") {
    if text != readme {
      print(
        "the table of \(arguments[0]) is not that of \(arguments[1]): run Scripts/benchmark-table")
      exit(1)
    }
  } else {
    try text.write(toFile: arguments[0], atomically: true, encoding: .utf8)
  }
} catch {
  print("\(arguments[1]) cannot be made a table: \(error)")
  exit(1)
}
