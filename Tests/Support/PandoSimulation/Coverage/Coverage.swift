/// The counts of events, by machine and state.
package struct Coverage: Codable, Equatable, Sendable {
  package struct Cell: Codable, Comparable, Hashable, Sendable {
    package let machine: String
    package let state: String
    package let event: String

    package init(_ machine: String, _ state: String, _ event: String) {
      (self.machine, self.state, self.event) = (machine, state, event)
    }

    package static func < (one: Cell, other: Cell) -> Bool {
      (one.machine, one.state, one.event) < (other.machine, other.state, other.event)
    }
  }

  package private(set) var counts: [Cell: Int] = [:]

  package init() {}

  package mutating func note(_ machine: String, _ state: String, _ event: String) {
    counts[Cell(machine, state, event), default: 0] += 1
  }

  package mutating func add(_ other: Coverage) {
    counts.merge(other.counts) { $0 + $1 }
  }
}
