import IssueReporting
import PandoBase

/// A clock that a test must not use: reading its time and sleeping are issues. Its sleepers wake at
/// once.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A moment of the clock.
  public typealias Instant = SimulatedInstant<Duration>

  private let clock: ImmediateClock<Duration>
  private let name: String?
  private let location: OperatorLocation

  /// A clock whose issues are reported here.
  ///
  /// - Parameter now: Where it begins.
  public init(
    now: Instant = Instant(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    clock = ImmediateClock(now: now)
    name = nil
    location = OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The moment until which somebody has slept; reports an issue.
  public var now: Instant {
    report("Its time was read")
    return clock.now
  }

  /// No time at all; reports an issue.
  public var minimumResolution: Duration {
    report("Its resolution was read")
    return clock.minimumResolution
  }

  /// Reports an issue, and moves the time on to `deadline`.
  ///
  /// - Throws: `CancellationError`, where the task was cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    report("A task slept on it")
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ use: String) {
    let remedy =
      name.map { "Override it with \"withDependencies { $0.\($0) = TestClock() }\"." }
      ?? "Use a \"TestClock\" or an \"ImmediateClock\" instead."
    reportIssue(
      """
      \(name.map { "\"\($0)\"" } ?? "An \"UnimplementedClock\"") of "\(location)" was used in a test. \
      \(use). \(remedy)
      """,
      fileID: location.fileID, filePath: location.filePath, line: location.line,
      column: location.column)
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  /// A clock of seconds whose issues are reported here.
  public init(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(now: Instant(), fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The clock of a dependency, whose issues are reported where that is read.
  init(
    for dependency: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    clock = ImmediateClock()
    name = dependency
    location =
      DependencyMaking.current?.location
      ?? OperatorLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
