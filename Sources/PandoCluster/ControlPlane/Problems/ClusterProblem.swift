import PandoHosting

/// Something that is wrong in a cluster, or went wrong within the last hour.
public struct ClusterProblem: Hashable, Codable, Sendable {
  /// The weight of a problem, the worst first.
  public enum Severity: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
    /// Something has stopped working.
    case critical
    /// Something works, but not well, or not for long.
    case warning
    /// It is over.
    case past

    /// True if the first is the worse one.
    public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    /// Takes a weight that this version does not know for a warning.
    public init(from decoder: any Decoder) throws {
      let word = try decoder.singleValueContainer().decode(String.self)
      self = Severity(rawValue: word) ?? .warning
    }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// The weight of the problem.
  public var severity: Severity
  /// The kind in one word, such as `dead`, `silent`, `builds` or `refused`. More may come.
  public var kind: String
  /// A worker's name, a feature, who was refused, or what else it is about.
  public var subject: String
  /// A clause to be read behind the subject, in 1,024 bytes at most.
  public var text: String
  /// The remedy, in a sentence or a command.
  public var advice: String
  /// The time since it began; since it happened last, where it happened several times or is over.
  public var ageMilliseconds: Int
  /// The number of times that it happened.
  public var count = 1
  /// The id of the worker that it is about; nil where it is about something else, or the worker is gone.
  public var worker: String?

  /// True if it is not over.
  public var isNow: Bool { severity != .past }
}

extension ClusterProblem {
  init(
    _ kind: ProblemKind, _ subject: String, _ text: String, advice: String? = nil,
    ageMilliseconds: Int, isPast: Bool = false, count: Int = 1, worker: String? = nil
  ) {
    self.init(
      severity: isPast ? .past : kind.isCritical ? .critical : .warning, kind: kind.rawValue,
      subject: subject, text: text, advice: advice ?? kind.advice,
      ageMilliseconds: ageMilliseconds, count: count, worker: worker)
  }

  /// The order in which people look at problems: the worst first, and of those that are alike the last one that began.
  static func isWorse(_ left: ClusterProblem, _ right: ClusterProblem) -> Bool {
    left.rank < right.rank
  }

  private var rank: (Severity, Int, String, String) { (severity, ageMilliseconds, subject, kind) }
}
