/// The record of an action that workers did not survive, or refused.
///
/// The first action that a worker had not answered when it ended is a suspect. After two such ends, or
/// after one where the worker named it as what it hangs in, or dies of, it is on trial: reduced while that worker
/// reduces nothing else of its store. An action that a worker does not survive on trial is condemned;
/// where no worker is set apart and none is named, so that others may be why it ended, only the second time. So is one
/// that is refused twice: it commits without effect. One that survives its trials, and whose workers end
/// all the same, is taken for a bystander, but not without end. Kills from outside count from the sixth on. The
/// first worker that said more than could be read is forgiven: the action may be
/// in order, and its answer much longer than those before.
package struct TrialRecord: Hashable, Sendable {
  private enum Standing: UInt8 {
    case plain
    /// A worker that had it to answer said more than could be read.
    case hasOverrun
    case condemned
  }

  /// The number of workers that ended at this action since it last survived a trial.
  private var deaths: UInt8 = 0
  private var survivedTrials: UInt8 = 0
  private var refusals: UInt8 = 0
  /// The number of its trials that ended and of which other actions may be the cause.
  private var unfairTrials: UInt8 = 0
  /// The number of workers that ended at it in all, and the number of them that hung.
  private var allDeaths: UInt8 = 0
  private var allHangs: UInt8 = 0
  /// The number of workers that were killed from outside at it since it last survived a trial.
  private var kills: UInt8 = 0
  private var standing = Standing.plain

  package private(set) var isCondemned: Bool {
    get { standing == .condemned }
    set { if newValue { standing = .condemned } }
  }

  package init() {}

  package var deathsInAll: Int { Int(allDeaths) }
  package var hangsInAll: Int { Int(allHangs) }
  package var killsInARow: Int { Int(kills) }
  /// True if most of the ends that count against it were kills from outside.
  package var wasMostlyKilled: Bool { (killsInARow - Int(Self.killsForgiven)) * 2 > deathsInAll }

  private static let deathsBeforeTrial: UInt8 = 2
  private static let trialsAtMost = 3
  private static let unfairTrialsAtMost = 2
  private static let deathsAtMost = 100
  private static let refusalsAtMost = 2
  /// A kill from outside is nobody's, but memory that runs out is somebody's. Who kills now and then does not meet one
  /// action so many times.
  private static let killsForgiven: UInt8 = 5

  /// True if it must be reduced alone.
  package var needsTrial: Bool {
    deaths >= Self.deathsBeforeTrial && survivedTrials < Self.trialsAtMost && !isCondemned
  }

  /// The worker that had the action as its first to answer has gone, in a way that makes suspects.
  ///
  /// - Parameter isAlone: As for `noteDeath(hung:onTrial:isAlone:)`.
  /// - Returns: Whether the action is a suspect; it is not for the first workers that were killed from outside.
  @discardableResult
  mutating func note(_ end: LinkEnd, onTrial: Bool, isAlone: Bool) -> Bool {
    if end == .killed {
      kills = min(kills + 1, 250)
      if kills <= Self.killsForgiven { return false }
    }
    if end == .overran, standing == .plain {
      standing = .hasOverrun
    } else {
      noteDeath(hung: end == .hung, onTrial: onTrial, isAlone: isAlone)
    }
    return true
  }

  /// A worker ended while it reduced the action, or what it had answered before.
  ///
  /// - Parameter isAlone: Whether the worker had no other action to answer, of this store or of another.
  private mutating func noteDeath(hung: Bool, onTrial: Bool, isAlone: Bool) {
    allDeaths = min(allDeaths + 1, 250)
    if hung { allHangs = min(allHangs + 1, 250) }
    if onTrial, needsTrial {
      if !isAlone { unfairTrials += 1 }
      isCondemned = isAlone || unfairTrials >= Self.unfairTrialsAtMost
    }
    if deathsInAll >= Self.deathsAtMost { isCondemned = true }
    deaths = min(deaths + 1, 250)
  }

  /// The worker that is about to be noted as ended named the action as the one that it hangs in, or died of: the next
  /// try is a trial.
  mutating func noteCertainty() { deaths = max(deaths, Self.deathsBeforeTrial - 1) }

  /// A worker reduced it alone, and lives.
  mutating func noteSurvival() {
    deaths = 0
    kills = 0
    survivedTrials = min(survivedTrials + 1, 250)
  }

  /// A worker said that it cannot reduce it.
  mutating func noteRefusal() {
    refusals = min(refusals + 1, 250)
    if refusals >= Self.refusalsAtMost { isCondemned = true }
  }
}
