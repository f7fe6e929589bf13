import PandoHosting

// What follows when actions commit, and when they do not.
extension FeatureHost {
  func committed(through sequence: SequenceNumber) {
    guard let gate else { return start(through: sequence) }
    self.gate?.committed = max(gate.committed, sequence)
    startReleased()
  }

  func startReleased() {
    guard let gate else { return }
    start(through: min(gate.committed, gate.released))
  }

  private func start(through sequence: SequenceNumber) {
    while heldCount > 0, let first = held.first, first.sequence <= sequence {
      if let gate, let epoch = first.epoch, gate.epoch < epoch { return }
      held.removeFirst()
      heldCount -= 1
      for printout in first.printouts { session.deferLater { $0.add(call: printout) } }
      execute(first.plan, first.sequence, isCancelled: first.isCancelled)
    }
  }

  private func execute(_ plan: Plan<Action>, _ sequence: SequenceNumber, isCancelled: Bool) {
    for incarnation in plan.ended { end(incarnation) }
    if plan.operations.isEmpty { return }
    session.change(effects) { output in
      for operation in plan.operations {
        switch operation {
        case .send: break  // It went to the client with the result.
        case .start(_, _, let ids) where isCancelled:
          effects.runningIfAny?.dropThrottled(under: ids)
          effects.finish(sequence, output)
        case .start(let run, let owner, let ids): start(run, owner, ids, sequence, output)
        case .cancel(let id, let scope, let isReplaced):
          effects.running.cancel(
            ScopedCancelID(id: id, scope: scope), isReplaced: isReplaced)
        case .cancelEncoded, .hosted: break
        }
      }
    }
  }

  func squash(from sequence: SequenceNumber) {
    while heldCount > 0, let last = held.last, last.sequence >= sequence {
      held.removeLast()
      heldCount -= 1
      for child in last.plan.created.reversed() {
        child.end()
        if incarnations[child.token] === child { incarnations[child.token] = nil }
      }
      for incarnation in last.plan.ended.reversed() {
        incarnation.revive()
        incarnations[incarnation.token] = incarnation
      }
    }
  }
}
