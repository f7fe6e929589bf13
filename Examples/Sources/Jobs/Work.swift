/// The content of a job.
package enum Work: Codable, Equatable, Sendable {
  /// Counts the prime numbers below a limit, which may take a while.
  case primes(below: Int)
  /// Fails so many times before it succeeds, as what depends on a network does.
  case flaky(failures: Int)
  /// Never ends.
  case hang
  /// Ends its process, as a fault in a library does.
  case crash

  /// The name of the effect that does it.
  package var name: String {
    switch self {
    case .primes: "primes"
    case .flaky: "flaky"
    case .hang: "hang"
    case .crash: "crash"
    }
  }

  /// Does the work.
  ///
  /// - Parameter attempt: The number of the attempt, from 1 on.
  package func result(attempt: Int) throws -> String {
    switch self {
    case .primes(let limit):
      return "\((2..<max(2, limit)).count(where: isPrime)) primes"

    case .flaky(let failures):
      guard attempt > failures else { throw Unavailable(attempt: attempt) }
      return "there at last"

    case .hang:
      while true {}

    case .crash:
      fatalError("this job has a fault")
    }
  }

  private func isPrime(_ number: Int) -> Bool {
    var divisor = 2
    while divisor * divisor <= number {
      if number.isMultiple(of: divisor) { return false }
      divisor += 1
    }
    return true
  }
}

/// The error of work that may succeed another time.
package struct Unavailable: Error, CustomStringConvertible {
  let attempt: Int

  package var description: String { "not available at attempt \(attempt)" }
}
