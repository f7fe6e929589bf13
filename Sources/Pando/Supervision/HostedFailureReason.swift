import PandoHosting

/// Why an action of a hosted feature was not reduced.
public enum HostedFailureReason: Hashable, Sendable {
  /// So many workers ended while they reduced the action; the last reduced nothing else meanwhile.
  case crashed(deaths: Int)

  /// So many workers did not finish the action in the time that the feature has.
  case hung(deaths: Int)

  /// So many workers were killed from outside, or as memory ran out, while they reduced the action; the last reduced
  /// nothing else meanwhile.
  case killed(deaths: Int)

  /// The action tells of effects that ended, and so many workers ended while they ran what it starts
  /// again.
  case effectsCrashed(deaths: Int)

  /// No worker hosts the feature, for the reason given in words.
  case unhosted(String)
}

extension HostedFailureReason: CustomStringConvertible {
  /// The cause, as a clause of a sentence.
  public var description: String {
    switch self {
    case .crashed(let deaths): "\(deaths) workers ended while they reduced it"
    case .hung(let deaths): "\(deaths) workers did not finish it in the time that the feature has"
    case .killed(let deaths):
      "\(deaths) workers were killed from outside, or as memory ran out, while they reduced it"
    case .effectsCrashed(let deaths):
      "\(deaths) workers ended while they ran the effects that it starts again"
    case .unhosted(let reason):
      "no worker could host the feature: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)"
    }
  }
}

extension HostedFailureReason {
  /// The reason for an action that is condemned.
  init(_ record: TrialRecord, refusal: String?) {
    if let refusal, record.deathsInAll == 0 || !record.isCondemned {
      self = .unhosted(refusal)
    } else if record.wasMostlyKilled {
      self = .killed(deaths: record.killsInARow)
    } else if record.hangsInAll * 2 > record.deathsInAll {
      self = .hung(deaths: record.deathsInAll)
    } else {
      self = .crashed(deaths: record.deathsInAll)
    }
  }
}
