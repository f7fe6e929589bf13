/// Where the counting of an assignment is.
struct Place: Codable, Equatable, Sendable {
  /// The number of the assignment.
  var assignment = 0
  /// The position of the next file in it.
  var file = 0
  /// The first byte of that file that has not been counted.
  var offset = 0
}
