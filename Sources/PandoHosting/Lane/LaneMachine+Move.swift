extension LaneMachine {
  /// True if the lane may go on at another worker. One on trial leaves by itself, soon.
  package var mayMove: Bool { phase == .open && !isOnTrial }

  /// Goes on at another worker, which the driver has at hand: `placed` follows at once. What is in flight is
  /// dispatched there once more.
  mutating func move(_ directives: inout [LaneDirective]) {
    guard mayMove else { return }
    directives.append(.move)
    letGo()
    selfDispatches = true
    wantedPlace = .shared
  }
}
