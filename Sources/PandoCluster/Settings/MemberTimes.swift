/// The times by which a coordinator knows whether a worker lives.
struct MemberTimes {
  var beatMilliseconds = 500
  var lifeMilliseconds = 3_000

  /// Why workers could not stay members with these times, and how to mend it; nil where they can.
  var problem: String? {
    let (least, isHuge) = beatMilliseconds.multipliedReportingOverflow(by: 2)
    if !isHuge, lifeMilliseconds >= least { return nil }
    return """
      A worker that tells every \(beatMilliseconds) ms that it lives would be taken for dead after \
      \(lifeMilliseconds) ms, over and over. The life of a worker (lifeMilliseconds) is twice the interval of its \
      beats (beatMilliseconds) at least: raise the one, or lower the other.
      """
  }
}
