// Fills in the tables of two pages from the results of a run. Interpreted by Scripts/benchmark-table.
//
// usage: Table.swift PAGE SUMMARY RESULTS [--check]
//   PAGE     gets all cases that are shown
//   SUMMARY  gets ten of them, in words

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

/// The cases that the page shows, of many more in the file.
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
  "work/100us/two-workers", "work/10ms/two-workers", "demo/two-workers", "state/1MB-number",
  "state/row-of-100000",
  "state/number-in-array-of-130000", "state/word-in-dictionary-of-30000",
  "growth/cancel-in-row-4000", "growth/append-row-4000", "growth/remove-row-4000",
  "growth/action-beside-effect-4000", "growth/waiting-lane-10000",
]

/// The cases of the summary, each with its sentence.
let summary = [
  ("local/flat", "send an action to a store in place"),
  ("local/forEach-100000", "the same to one of 100,000 rows"),
  ("local/run-effect", "run an effect and wait for its end"),
  ("hosted/ipc/window-1", "send an action to a worker and wait for its commit"),
  ("hosted/ipc/window-1000", "the same with 1,000 actions in flight"),
  ("hosted/tcp/curve/window-1000", "the same over tcp, encrypted"),
  ("hosted/ipc/open-lane", "open a hosted child"),
  ("memory/lane", "memory of a hosted child, on both sides"),
  ("hosted/ipc/kill-to-commit-10", "from `kill -9` of a worker to the next commit"),
  ("work/100us/two-workers", "reduce for 100 us an action, on two workers"),
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
func chosen(_ names: [String], from cases: [Entry]) throws -> [Entry] {
  let byName = Dictionary(uniqueKeysWithValues: cases.map { ($0.name, $0) })
  let missing = names.filter { byName[$0] == nil }
  guard missing.isEmpty else { throw MissingCases(names: missing) }
  return names.compactMap { byName[$0] }
}

/// Cases that a page shows, and no run has measured.
struct MissingCases: Error, CustomStringConvertible {
  var names: [String]
  var description: String { "it lacks " + names.joined(separator: ", ") }
}

func table(_ results: Results) throws -> String {
  let head = ["case", "median", "unit", "p50 ns", "p99 ns", "cpu ns", "ratio", "range", "to"]
  let all = [head] + (try chosen(shown, from: results.cases)).flatMap(rows)
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

/// A figure in a unit that keeps it short.
func figure(_ entry: Entry) -> String {
  guard entry.unit.hasPrefix("ns"), entry.median >= 1000 else {
    return "\(text(entry.median)) \(entry.unit)"
  }
  return "\(text(entry.median / 1000)) us"
}

func shortTable(_ results: Results) throws -> String {
  let entries = try chosen(summary.map { $0.0 }, from: results.cases)
  let lines = zip(entries, summary).map { entry, row in
    let compared = entry.bound.map { "\(text($0.ratio.median)) times `\($0.name)`" } ?? ""
    return "| \(row.1) | \(figure(entry)) | \(compared) |"
  }
  return (["| what | median | compared with |", "|---|---|---|"] + lines).joined(separator: "\n")
}

let arguments = Array(CommandLine.arguments.dropFirst())
let begin = "<!-- benchmarks: begin -->\n"
let end = "\n<!-- benchmarks: end -->"

/// Writes a table between the marks of a page, or sees that it stands there.
func fill(_ page: String, with table: String) throws {
  let old = try String(contentsOfFile: page, encoding: .utf8)
  guard let first = old.range(of: begin),
    let last = old.range(of: end, range: first.upperBound..<old.endIndex)
  else {
    print("\(page) has no marks \"benchmarks: begin\" and \"benchmarks: end\"")
    exit(1)
  }
  let new = old.replacingCharacters(in: first.upperBound..<last.lowerBound, with: table)
  if new == old { return }
  if arguments.contains("--check") {
    print("the table of \(page) is not that of \(arguments[2]): run Scripts/benchmark-table")
    exit(1)
  }
  try new.write(toFile: page, atomically: true, encoding: .utf8)
}

do {
  let data = try Data(contentsOf: URL(fileURLWithPath: arguments[2]))
  let results = try JSONDecoder().decode(Results.self, from: data)
  try fill(arguments[0], with: table(results))
  try fill(arguments[1], with: shortTable(results))
} catch {
  print("\(arguments[2]) cannot be made a table: \(error)")
  exit(1)
}
