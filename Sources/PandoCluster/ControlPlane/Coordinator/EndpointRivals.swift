import PandoHosting

/// The workers that take each other's place at one endpoint, as those do that advertise the address of a load balancer.
///
/// A process that was started anew is another. So one that joins again after another took its place has a rival.
struct EndpointRivals {
  private struct Place {
    /// The workers that were replaced there, the last one last.
    var replaced: [String] = []
    /// The number of times that one of them came back.
    var returns = 0
  }

  private var places: [String: Place] = [:]

  /// The number of endpoints that are remembered, and of workers of each.
  static let placesAtMost = 1_024
  private static let workersAtMost = 8

  /// Notes that a worker has taken the place of another. Returns true where they are to be told of: at the second return,
  /// and then less and less often.
  mutating func note(_ record: WorkerRecord, inPlaceOf former: WorkerRecord) -> Bool {
    if places[record.endpoint] == nil, places.count >= Self.placesAtMost { places = [:] }
    var place = places[record.endpoint] ?? Place()
    defer { places[record.endpoint] = place }
    let (own, others) = (Self.identity(record), Self.identity(former))
    let hasReturned = place.replaced.contains(own)
    place.replaced.removeAll { $0 == others }
    place.replaced.append(others)
    if place.replaced.count > Self.workersAtMost { place.replaced.removeFirst() }
    guard hasReturned else { return false }
    place.returns += 1
    return place.returns > 1 && place.returns & (place.returns - 1) == 0
  }

  /// Returns what tells one process of a worker from another.
  private static func identity(_ record: WorkerRecord) -> String {
    record.life ?? "\(record.name) \(record.processID) \(record.hostName)"
  }
}
