/// Counts of how the deaths of programs of one kind were told.
struct BlameTally: Codable {
  let kind: String
  var programs = 0
  /// The number of workers that were lost.
  var deaths = 0
  /// The number of them that were told with the right name, and with none.
  var named = 0
  var unnamed = 0
  /// The number of times that an innocent child was told that it may have been it.
  var suspects = 0
  /// The number of guilty children that were given up.
  var givenUp = 0

  static func += (left: inout BlameTally, right: BlameTally) {
    left.programs += right.programs
    left.deaths += right.deaths
    left.named += right.named
    left.unnamed += right.unnamed
    left.suspects += right.suspects
    left.givenUp += right.givenUp
  }
}

extension BlameTally: CustomStringConvertible {
  var description: String {
    """
    \(kind): \(programs) programs, \(deaths) deaths, \(named) named right, \(unnamed) not named, \
    \(deaths - named - unnamed) named wrong, \(suspects) suspects, \(givenUp) given up
    """
  }
}
