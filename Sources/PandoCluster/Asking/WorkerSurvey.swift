import ZeroMQ

/// Questions to several workers at once, on the calling thread: one that does not answer holds up no other.
enum WorkerSurvey {
  /// Returns what each was answered, in the order of the questions, once all were, or the time is over.
  static func run<Answer>(
    _ askings: [WorkerAsking<Answer>], untilMilliseconds deadline: Int, timeoutMilliseconds: Int
  ) throws(ZeroMQError) -> [Result<Answer, WorkerSilence>] {
    let context = try Context()
    return try run(askings, until: deadline, timeoutMilliseconds, in: context)
  }

  private static func run<Answer>(
    _ askings: [WorkerAsking<Answer>], until deadline: Int, _ timeoutMilliseconds: Int,
    in context: borrowing Context
  ) throws(ZeroMQError) -> [Result<Answer, WorkerSilence>] {
    // The end of the context would wait for them.
    defer { for asking in askings { asking.close() } }
    var answers = [Result<Answer, WorkerSilence>?](repeating: nil, count: askings.count)
    while true {
      let now = MonotonicClock.nowMilliseconds()
      for (index, asking) in askings.enumerated() where answers[index] == nil {
        answers[index] = try asking.step(in: context, now: now)
        // One that goes on sending would fill the memory until the others have answered.
        if answers[index] != nil { asking.close() }
      }
      let open = answers.indices.filter { answers[$0] == nil }
      guard !open.isEmpty, now < deadline else { break }
      var poller = Poller()
      for index in open { try askings[index].join(&poller) }
      // Sending may have swallowed what would end the wait.
      try poller.wait(timeoutMilliseconds: min(20, deadline - now))
    }
    return zip(askings, answers).map { asking, answer in
      answer ?? .failure(asking.silence(afterMilliseconds: timeoutMilliseconds))
    }
  }
}
