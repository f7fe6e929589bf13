import FoundationEssentials
import Pando

extension TestClock<Duration> {
  /// The dates of a check, which follow its clock, in whole seconds.
  var dates: DateGenerator {
    let begin = Date(timeIntervalSince1970: 1_800_000_000)
    return DateGenerator { [self] in
      let seconds = Instant().duration(to: now).components.seconds
      return begin.addingTimeInterval(TimeInterval(seconds))
    }
  }
}
