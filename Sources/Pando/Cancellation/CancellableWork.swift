import Synchronization

/// The work of the process that runs under identities outside of any effect.
final class CancellableWork: Sendable {
  private struct Work {
    let id: CancelID
    let cancel: @Sendable () -> Void
  }

  private struct State {
    var running: [UInt64: Work] = [:]
    var numbers: [CancelID: Set<UInt64>] = [:]
    var next: UInt64 = 1

    /// Returns the calls that cancel the work under an identity, the oldest first.
    func cancels(of id: CancelID) -> [@Sendable () -> Void] {
      (numbers[id] ?? []).sorted().compactMap { running[$0]?.cancel }
    }
  }

  static let ofProcess = CancellableWork()

  private let state = Mutex(State())

  /// Registers work that has begun, and returns its number.
  func begin(
    _ id: CancelID, _ inFlight: InFlight, cancel: @escaping @Sendable () -> Void
  ) -> UInt64 {
    // In one step: of two that begin at once, the later one cancels the other.
    let (number, cancels) = state.withLock { state in
      let cancels = inFlight == .kept ? [] : state.cancels(of: id)
      let number = state.next
      state.next += 1
      state.running[number] = Work(id: id, cancel: cancel)
      state.numbers[id, default: []].insert(number)
      return (number, cancels)
    }
    // Cancellation handlers are users' code, which runs under no lock.
    for cancel in cancels { cancel() }
    return number
  }

  /// Forgets work that has ended.
  func end(_ number: UInt64) {
    let ended = state.withLock { state -> Work? in
      guard let work = state.running.removeValue(forKey: number) else { return nil }
      state.numbers[work.id]?.remove(number)
      if state.numbers[work.id]?.isEmpty == true { state.numbers[work.id] = nil }
      return work
    }
    // What it captured may be users' values, which end under no lock.
    withExtendedLifetime(ended) {}
  }

  /// Cancels the work under an identity.
  func cancel(_ id: CancelID) {
    let cancels = state.withLock { $0.cancels(of: id) }
    for cancel in cancels { cancel() }
  }
}

/// The scope of the identities that work runs under: the feature of the effect that runs it, or the
/// process.
enum CancelScope: Sendable {
  case effect(EffectContext)
  case process

  static var current: CancelScope { EffectContext.current.map(CancelScope.effect) ?? .process }

  var executor: (any TaskExecutor)? {
    if case .effect(let context) = self { context.executor } else { nil }
  }

  /// Registers work that has begun; nil when its effect is over.
  func begin(
    _ id: CancelID, _ inFlight: InFlight, cancel: @escaping @Sendable () -> Void
  ) -> UInt64? {
    switch self {
    case .effect(let context): context.begin(id, inFlight, cancel: cancel)
    case .process:
      CancellableWork.ofProcess.begin(id, inFlight, cancel: cancel)
    }
  }

  /// Does the work of what was registered under a number.
  func perform<Success: Sendable>(
    _ number: UInt64?, _ operation: @escaping @Sendable () async throws -> Success
  ) async rethrows -> Success {
    guard let number, case .effect(let context) = self else { return try await operation() }
    return try await EffectContext.$current.withValue(context.inside(number)) {
      try await operation()
    }
  }

  func end(_ number: UInt64) {
    switch self {
    case .effect(let context): context.end(number)
    case .process: CancellableWork.ofProcess.end(number)
    }
  }

  func cancel(_ id: CancelID) {
    switch self {
    case .effect(let context): context.cancel(id)
    case .process: CancellableWork.ofProcess.cancel(id)
    }
  }
}
