extension Check {
  /// P4: effects start after their commit, once; `await send` returns after the commit of what it sent.
  func effects() -> [String] {
    var committed: [Int: Recorder.Entry] = [:]
    var said: [Said: UInt64] = [:]
    for entry in entries {
      if let work = entry.action.work { committed[work.id] = entry }
      if let message = entry.action.said { said[message] = entry.nanoseconds }
    }
    return starts(committed) + returns(said) + cancellations(committed)
  }

  private func starts(_ committed: [Int: Recorder.Entry]) -> [String] {
    var violations: [String] = []
    var seen: Set<[Int]> = []
    for start in journal.starts {
      if !seen.insert([start.work, start.effect]).inserted {
        violations.append("effect \(start.effect) of action \(start.work) started twice")
      }
      // The effects of interruptions have numbers of their own.
      guard start.work > 0 else { continue }
      guard let entry = committed[start.work] else {
        violations.append(
          "effect \(start.effect) of action \(start.work), which did not commit, ran")
        continue
      }
      if entry.failure != nil {
        violations.append("an effect of an action that failed ran: \(entry.summary)")
      } else if entry.nanoseconds > start.nanoseconds {
        violations.append("an effect started before its action committed: \(entry.summary)")
      }
    }
    return violations
  }

  private func returns(_ said: [Said: UInt64]) -> [String] {
    var times: [[Int]: UInt64] = [:]
    for (message, time) in said { times[[message.work, message.effect, message.number]] = time }
    var violations: [String] = []
    for item in journal.returns {
      let name = "\"await send\" \(item.number) of effect \(item.effect) of action \(item.work)"
      guard let time = times[[item.work, item.effect, item.number]] else {
        violations.append("\(name) returned, and the action never committed")
        continue
      }
      if time > item.nanoseconds { violations.append("\(name) returned before the commit") }
    }
    return violations
  }

  /// An action that was cancelled before it committed starts no effect.
  private func cancellations(_ committed: [Int: Recorder.Entry]) -> [String] {
    let started = Set(journal.starts.map(\.work))
    return cancelled.compactMap { note in
      guard let work = note.action.work, let entry = committed[work.id],
        note.nanoseconds < entry.nanoseconds, started.contains(work.id)
      else { return nil }
      return
        "an effect started of an action that was cancelled before its commit: \(entry.summary) \(work)"
    }
  }
}
