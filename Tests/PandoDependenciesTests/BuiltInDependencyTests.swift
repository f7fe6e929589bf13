import Foundation
import PandoDependencies
import Testing

@Suite("The dependencies that come with the package")
struct BuiltInDependencyTests {
  /// A known sequence.
  struct Counting: RandomNumberGenerator, Sendable {
    var count: UInt64 = 0

    mutating func next() -> UInt64 {
      count += 1
      return count
    }
  }

  @Test("a test must override each", arguments: 0..<8)
  func unimplemented(number: Int) {
    let names = [
      "date", "uuid", "calendar", "locale", "timeZone", "withRandomNumberGenerator",
      "continuousClock", "suspendingClock",
    ]
    withKnownIssue {
      @Dependency(\.date) var date
      @Dependency(\.uuid) var uuid
      @Dependency(\.calendar) var calendar
      @Dependency(\.locale) var locale
      @Dependency(\.timeZone) var timeZone
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      @Dependency(\.continuousClock) var continuousClock
      @Dependency(\.suspendingClock) var suspendingClock
      switch number {
      case 0: _ = date.now
      case 1: _ = uuid()
      case 2: _ = calendar
      case 3: _ = locale
      case 4: _ = timeZone
      case 5: _ = withRandomNumberGenerator { $0.next() }
      case 6: _ = continuousClock.minimumResolution
      default: _ = suspendingClock.minimumResolution
      }
    } matching: { issue in
      let name = names[number]
      let title = number < 6 ? "@Dependency(\\.\(name))" : "\"\(name)\""
      return "\(issue)".contains(title) && "\(issue)".contains("BuiltInDependencyTests")
    }
  }

  @Test("they are there in the live context")
  func live() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.date) var date
      @Dependency(\.uuid) var uuid
      @Dependency(\.calendar) var calendar
      @Dependency(\.timeZone) var timeZone
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      @Dependency(\.continuousClock) var continuousClock
      @Dependency(\.suspendingClock) var suspendingClock
      #expect(date().timeIntervalSince(Date()) < 60)
      #expect(uuid() != uuid())
      #expect(calendar == Calendar.autoupdatingCurrent)
      #expect(timeZone == TimeZone.autoupdatingCurrent)
      #expect((1...6).contains(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }))
      #expect(continuousClock is ContinuousClock)
      #expect(suspendingClock is SuspendingClock)
    }
  }

  @Test("dates stand still, or are set")
  func dates() {
    let start = Date(timeIntervalSince1970: 1_000)
    var values = DependencyValues()
    values.date = .constant(start)
    #expect(values.date.now == start)
    values.date.now = start + 1
    #expect(values.date() == start + 1)
  }

  @Test("identities count up, from each generator")
  func identities() {
    let uuid = UUIDGenerator.incrementing
    #expect([uuid(), uuid()] == [UUID(0), UUID(1)])
    #expect(UUIDGenerator.incrementing() == UUID(0))
    #expect(UUID(0x1_0000_00AB).uuidString == "00000000-0000-0000-0000-0001000000AB")
    #expect(UUIDGenerator.constant(UUID(7))() == UUID(7))
  }

  @Test("a random number generator goes on where the last caller stopped")
  func randomNumbers() {
    withDependencies {
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(Counting())
    } operation: {
      @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
      #expect(withRandomNumberGenerator { [$0.next(), $0.next()] } == [1, 2])
      #expect(withRandomNumberGenerator { $0.next() } == 3)
    }
  }
}
