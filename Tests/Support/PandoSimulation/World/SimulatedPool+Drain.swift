package import Pando
package import PandoHosting

/// Workers that go out of service.
extension SimulatedPool {
  package func drains(_ link: any HostingLink, withinMilliseconds milliseconds: Int) {
    guard let link = link as? SimulatedLink else { return }
    handle(.draining(link.member, withinMilliseconds: milliseconds))
    tickSoon()
  }

  package func undrained(_ link: any HostingLink) {
    guard let link = link as? SimulatedLink else { return }
    handle(.undrained(link.member))
    tickSoon()
  }

  package func move(_ lane: LaneID) -> (any HostingLink)? {
    change { $0.move(lane) }.flatMap { links[$0] }
  }

  /// Brings the time to the machine once it is due, as a thread of its own does.
  func tickSoon() {
    guard !isTickDue, !isFinished, let deadline = machine.nextDeadline else { return }
    let delay = deadline * 1_000 - world.time.now
    // The ticks that come anyway are soon enough for the rest.
    guard delay < Self.tickMicroseconds else { return }
    isTickDue = true
    world.time.after(max(0, delay)) { [weak self] in
      guard let self else { return }
      isTickDue = false
      handle(.tick)
      callSoon()
      tickSoon()
    }
  }
}
