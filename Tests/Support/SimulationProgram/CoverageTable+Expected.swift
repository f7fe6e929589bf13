import PandoSimulation

extension CoverageTable {
  /// The cells that enough programs meet: a missing one is a hole in what they try.
  ///
  /// Two kinds of things never happen here. A worker that lies is no part of simulations (`HostileWorkerTests`
  /// are): no answer is refused, no lane unhostable or failed. And what `LaneExplorationTests`,
  /// `LinkMachineTests` and the like try in every order may be too rare to count on.
  static let expected: [Coverage.Cell] = """
    drain | draining | undrain
    drain | empty | stop
    drain | ending | drain
    drain | in service | drain
    drain | late | stop
    hang | in time | look
    hang | too long | look
    host | ahead | commit
    host | ahead | rebase
    host | ahead | rebase with a change
    host | idle | rebase with a change
    lane | closing, idle | closed
    lane | closing, idle | lost: died
    lane | open on trial, busy | hung
    lane | open on trial, busy | lost: died
    lane | open, busy | accept before others
    lane | open, busy | close
    lane | open, busy | close in the commit
    lane | open, busy | committed by the client
    lane | open, busy | flush
    lane | open, busy | hung
    lane | open, busy | kept
    lane | open, busy | lost: died
    lane | open, busy | lost: hung
    lane | open, busy | lost: left
    lane | open, busy | move
    lane | open, busy | rewritten
    lane | open, busy | rewritten in the commit
    lane | open, busy | withdraw
    lane | open, idle | accept before others
    lane | open, idle | close
    lane | open, idle | close in the commit
    lane | open, idle | flush
    lane | open, idle | lost: died
    lane | open, idle | lost: hung
    lane | open, idle | lost: left
    lane | open, idle | move
    lane | open, idle | rewritten
    lane | open, idle | rewritten in the commit
    lane | open, waiting | accept before others
    lane | open, waiting | close in the commit
    lane | open, waiting | kept
    lane | open, waiting | rewritten in the commit
    lane | open, waiting | withdraw
    lane | unplaced with a suspect, waiting | placed
    lane | unplaced, idle | accept before others
    lane | unplaced, idle | placed
    lane | unplaced, waiting | accept before others
    lane | unplaced, waiting | close
    lane | unplaced, waiting | placed
    lane | unplaced, waiting | withdraw
    link | connecting | ask
    link | connecting | connected
    link | connecting | disconnected
    link | connecting | exited
    link | connecting | tick
    link | finishing | ask
    link | finishing | disconnected
    link | finishing | heard
    link | finishing | tick
    link | finishing, disconnected | exited
    link | greeting | ask
    link | greeting | disconnected
    link | greeting | tick
    link | greeting | welcomed
    link | ready | ask
    link | ready | disconnected
    link | ready | dropped
    link | ready | exited
    link | ready | heard
    link | ready | tick
    move | in time | told
    move | late | told
    pool | lane on | found
    pool | lane on | lane ended
    pool | lane on | not found
    pool | lane on | unanswered
    pool | lane unknown | found
    pool | lane unknown | lane ended
    pool | lane waiting | found
    pool | lane waiting | lane ended
    pool | lane waiting | not found
    pool | lane waiting | unanswered
    pool | member gone | exited
    pool | member gone | link ended: died
    pool | member gone | link ended: hung
    pool | member gone | link ended: left
    pool | member ready, idle | exited
    pool | member ready, idle | link ended: died
    pool | member ready, with lanes | draining
    pool | member ready, with lanes | exited
    pool | member ready, with lanes | link ended: died
    pool | member ready, with lanes | link ended: hung
    pool | member ready, with lanes | undrained
    pool | member starting, idle | exited
    pool | member starting, idle | link ended: left
    pool | member starting, idle | welcomed
    pool | member starting, with lanes | welcomed
    pool | running | stop
    pool | running | tick
    pool | stopping | tick
    progress | too long | tick
    registry | endpoint known | join
    registry | endpoint new | join
    registry | no workers | place
    registry | none usable | place
    registry | usable | place
    registry | worker known | beat
    registry | worker recovered | beat
    registry | worker silent | expire
    registry | worker suspected | report
    registry | worker suspectedAlready | report
    registry | worker unknown | beat
    registry | worker unknown | report
    session | expecting hello | hello
    session | open | connection lost
    session | open | goodbye
    session | open | heard
    session | open | tick
    store | full of actions | send
    store | full of bytes | send
    turn | idle | received
    turn | on the spot | finished
    turn | on the spot | lost role
    turn | running | finished
    turn | running | finished, more waits
    turn | running | received
    turn | waiting | began
    turn | waiting | received
    """
    .split(separator: "\n").map { line in
      let parts = line.split(separator: " | ").map(String.init)
      return Coverage.Cell(parts[0], parts[1], parts[2])
    }

  /// The number of programs that are enough.
  static let enough = 20_000
}
