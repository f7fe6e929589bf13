/// Workers in the order of their loads, of which the first is at hand: a binary heap that knows each one's place.
///
/// A change takes O(log n).
struct PlacementHeap: Equatable {
  private struct Entry: Equatable {
    let id: WorkerID
    let load: Int

    static func < (left: Entry, right: Entry) -> Bool {
      (left.load, left.id) < (right.load, right.id)
    }
  }

  private var entries: [Entry] = []
  private var places: [WorkerID: Int] = [:]

  var isEmpty: Bool { entries.isEmpty }
  var ids: [WorkerID] { entries.map(\.id) }

  /// Adds a worker, or gives it another load.
  mutating func set(_ id: WorkerID, load: Int) {
    let entry = Entry(id: id, load: load)
    if let place = places[id] {
      let isUp = entry < entries[place]
      entries[place] = entry
      if isUp { rise(place) } else { sink(place) }
    } else {
      places[id] = entries.count
      entries.append(entry)
      rise(entries.count - 1)
    }
  }

  mutating func remove(_ id: WorkerID) {
    guard let place = places.removeValue(forKey: id), let last = entries.popLast() else { return }
    guard place < entries.count else { return }
    entries[place] = last
    places[last.id] = place
    rise(place)
    sink(place)
  }

  /// The number of workers that are avoided from which on it is quicker to look at each worker.
  private static let avoidedAtMost = 64

  /// Returns the first worker that is not among some. Complexity: O(the square of their number), and O(workers) at most.
  func first(avoiding avoided: Set<WorkerID>) -> WorkerID? {
    guard let first = entries.first else { return nil }
    guard avoided.contains(first.id) else { return first.id }
    if avoided.count > Self.avoidedAtMost {
      return entries.lazy.filter { !avoided.contains($0.id) }.min(by: <)?.id
    }
    // Those behind what was passed over, in no order.
    var border = [0]
    while let next = border.indices.min(by: { entries[border[$0]] < entries[border[$1]] }) {
      let place = border.remove(at: next)
      guard avoided.contains(entries[place].id) else { return entries[place].id }
      for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
        border.append(child)
      }
    }
    return nil
  }

  private mutating func rise(_ start: Int) {
    var place = start
    while place > 0, case let parent = (place - 1) / 2, entries[place] < entries[parent] {
      swap(place, parent)
      place = parent
    }
  }

  private mutating func sink(_ start: Int) {
    var place = start
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < entries.count && entries[child] < entries[least] {
        least = child
      }
      if least == place { return }
      swap(place, least)
      place = least
    }
  }

  private mutating func swap(_ one: Int, _ other: Int) {
    entries.swapAt(one, other)
    places[entries[one].id] = one
    places[entries[other].id] = other
  }
}
