// Why there is no worker, for people.
extension PoolSeats {
  /// The end of one sentence, and another that tells of the last start or connection that failed; empty where none has.
  ///
  /// - Parameter seats: The seats to look at, by number. The first of them that failed is told of.
  func tellingOfStart(of seats: [Int]) -> String {
    for number in seats {
      guard let seat = self.seats[number], let problem = seat.startProblem else { continue }
      let attempt = if case .connected = source { "connection to" } else { "start of" }
      return ". The last \(attempt) \(seat.name) failed: \(problem)"
    }
    return ""
  }

  /// That no worker is there, and where one was looked for, or why none could be started; or that none of those that are
  /// there takes a lane.
  var absence: String {
    let ready = members.values.count { $0.phase == .ready }
    if ready > 0 { return "none of the \(ready) workers that are there takes it" }
    let start = tellingOfStart(of: shared)
    guard start.isEmpty, case .connected(let names) = source else {
      return "no worker is there" + start
    }
    return "no worker is there. Is one listening at \(names.joined(separator: ", "))?"
  }

  /// Returns why nobody hosts a feature, and how that is mended.
  ///
  /// - Parameter place: Where the source says that it is hosted.
  func absence(of wish: PlacementWish, place: String?) -> String {
    let hosted = hosted ?? members.values.reduce(into: []) { $0.formUnion($1.features) }
    let names = hosted.map(\.name).sorted().joined(separator: ", ")
    return """
      No worker hosts \(wish)\(place.map { ", which \"hosted()\" at \($0) asks for" } ?? "").

      They host: \(names.isEmpty ? "nothing" : names). Add "Feature { \(wish.feature.name)() }" to the \
      "features" of the workers' program\(wish.labels.isEmpty ? "" : ", and start one with the labels").
      """
  }

  /// Returns that those who host a feature are all of another build; nil where they are not.
  func otherBuilds(than wish: PlacementWish) -> String? {
    guard wish.sameBuild, let wanted = wish.build else { return nil }
    let hosts = members.values.filter {
      $0.phase == .ready && $0.features.contains(wish.feature) && $0.traits.has(wish.labels)
    }
    guard !hosts.isEmpty, hosts.allSatisfy({ $0.traits.isOtherBuild(than: wish) }) else {
      return nil
    }
    let theirs = Set(hosts.map { $0.traits.build?.text ?? "unknown" }).sorted()
    return "\(PlacementRefusal.otherBuild(wish.feature, wanted: wanted, theirs: theirs))"
  }
}
