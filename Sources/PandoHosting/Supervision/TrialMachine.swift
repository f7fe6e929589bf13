/// The order in which the lanes of a store have their suspects reduced alone: one at a time.
package struct TrialMachine {
  /// The lane that is on trial.
  package private(set) var lane: LaneID?
  /// The lanes that are to be, in the order in which they asked.
  package private(set) var waiting: [LaneID] = []

  package init() {}

  /// A lane's suspect is to be reduced alone. Returns whether its trial begins now.
  package mutating func request(_ lane: LaneID) -> Bool {
    if self.lane == nil {
      self.lane = lane
      return true
    }
    precondition(self.lane != lane, "a lane asks again once its trial is over")
    if !waiting.contains(lane) { waiting.append(lane) }
    return false
  }

  /// A lane is not, or need not be, on trial any more. Returns the lane whose trial begins now.
  ///
  /// - Parameter isUrgent: Returns whether all others wait for a lane; such a one is next.
  package mutating func end(_ lane: LaneID, isUrgent: (LaneID) -> Bool) -> LaneID? {
    if !waiting.isEmpty { waiting.removeAll { $0 == lane } }
    guard self.lane == lane else { return nil }
    self.lane = nil
    if waiting.isEmpty { return nil }
    self.lane = waiting.remove(at: waiting.firstIndex(where: isUrgent) ?? 0)
    return self.lane
  }
}
