import Synchronization

/// The first lineage of this process: so that no other process is likely to draw the same.
private let firstLineage = UInt64.random(in: .min ... .max)

private let lineageCount = Atomic<UInt64>(0)

/// Draws a number that no stack has, never 0.
func makeLineage() -> UInt64 {
  // Relaxed: they need to differ, not to be ordered with anything.
  let lineage = firstLineage &+ lineageCount.wrappingAdd(1, ordering: .relaxed).newValue
  return lineage == 0 ? makeLineage() : lineage
}

/// The identity of an element of a stack among all that were ever at the same place.
struct StackIdentity: Hashable, Encodable {
  let lineage: UInt64
  let id: StackElementID
}

extension StackIdentity: CustomStringConvertible {
  var description: String { id.description }
}
