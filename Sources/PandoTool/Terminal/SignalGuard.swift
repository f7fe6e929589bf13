import UnixSignals

/// Runs something that ends well when a signal asks the program to end.
enum SignalGuard {
  /// The way in which it ended.
  enum Ending<Value: Sendable>: Sendable {
    case finished(Value)
    case failed(any Error)
    /// The number of the signal; the work was cancelled and has cleaned up.
    case interrupted(Int32)
  }

  private enum Event<Value: Sendable>: Sendable {
    case ended(Result<Value, any Error>)
    case signal(Int32)
    case noSignal
  }

  /// Cancels the work at one of the signals, and returns once it has ended.
  static func run<Value: Sendable>(
    until signals: [UnixSignal] = [.sigint, .sigterm, .sighup],
    _ work: @escaping @Sendable () async throws -> Value
  ) async -> Ending<Value> {
    // Before the work begins, so that it may take what is to be given back at its end, such as a terminal.
    let signals = await UnixSignalsSequence(trapping: signals)
    return await withTaskGroup(of: Event<Value>.self) { group in
      group.addTask {
        for await signal in signals { return .signal(signal.rawValue) }
        return .noSignal
      }
      group.addTask {
        do {
          return .ended(.success(try await work()))
        } catch {
          return .ended(.failure(error))
        }
      }
      var number: Int32?
      while let event = await group.next() {
        switch event {
        case .signal(let signal):
          number = signal
          group.cancelAll()
        case .noSignal:
          break
        case .ended(let result):
          group.cancelAll()
          if let number { return .interrupted(number) }
          switch result {
          case .success(let value): return .finished(value)
          case .failure(let error): return .failed(error)
          }
        }
      }
      preconditionFailure("the work ends before its group does")
    }
  }
}
