extension LaneMachine {
  mutating func close(withLastCommit: Bool, _ directives: inout [LaneDirective]) {
    slots.removeAll()
    untold = []
    forgetDispatches()
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

  /// Counts nothing as being at a worker. The slots of a lane that goes on are to be cleared too.
  mutating func forgetDispatches() {
    for index in 0..<Swift.min(dispatchedCount, slots.count) {
      slots[index].dispatched = nil
      slots.forgetAnswer(index)
    }
    dispatchedCount = 0
    inFlightBytes = 0
    isOnTrial = false
    carefulCount = Swift.min(carefulCount, slots.count)
    updateHold()
    clearHead()
  }
}
