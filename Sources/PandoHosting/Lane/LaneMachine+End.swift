import DequeModule

extension LaneMachine {
  mutating func lose(_ directives: inout [LaneDirective]) {
    switch phase {
    case .unplaced, .ended:
      break
    case .open:
      for index in 0..<dispatchedCount {
        slots[index].dispatched = nil
        slots[index].result = nil
      }
      dispatchedCount = 0
      setHead(nil)
      epoch = epoch.next
      commitIsAwaited = false
      phase = .unplaced
      directives.append(.place)
    case .closing:
      phase = .ended
      directives.append(.ended)
    }
  }

  mutating func close(withLastCommit: Bool, _ directives: inout [LaneDirective]) {
    slots.removeAll()
    untold = []
    dispatchedCount = 0
    setHead(nil)
    switch phase {
    case .unplaced:
      phase = .ended
      directives.append(.ended)
    case .open:
      // What has committed starts, though it ends at once: in-process it would have.
      flush(holdingLast: withLastCommit, &directives)
      phase = .closing
      directives.append(.close)
    case .closing, .ended:
      break
    }
  }

  mutating func closed(_ directives: inout [LaneDirective]) {
    switch phase {
    case .closing:
      phase = .ended
      directives.append(.ended)
    case .unplaced, .open:
      directives.append(.refuse(reason: "it closed a lane unasked"))
    case .ended:
      break
    }
  }
}
