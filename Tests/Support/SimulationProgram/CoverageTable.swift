import PandoSimulation

/// The table of what happened to which machine in which state.
struct CoverageTable {
  private let coverage: Coverage

  init(_ coverage: Coverage) {
    self.coverage = coverage
  }

  /// Prints the table, and returns how many cells have a hole.
  func tell(asJSON: Bool) -> Int {
    let holes = Self.expected.filter { coverage.counts[$0] == nil }
    for (cell, count) in coverage.counts.sorted(by: { $0.key < $1.key }) {
      if asJSON {
        print(
          #"{"event":"cell","machine":"\#(cell.machine)","state":"\#(cell.state)","met":"\#(cell.event)","count":\#(count)}"#
        )
      } else {
        print("\(cell.machine) | \(cell.state) | \(cell.event) | \(count)")
      }
    }
    for cell in holes {
      if asJSON {
        print(
          #"{"event":"hole","machine":"\#(cell.machine)","state":"\#(cell.state)","met":"\#(cell.event)"}"#
        )
      } else {
        print("never met: \(cell.machine) | \(cell.state) | \(cell.event)")
      }
    }
    return holes.count
  }
}
