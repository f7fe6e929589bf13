/// Why a feature cannot be placed.
package enum PlacementRefusal: Error, Hashable, Sendable {
  case noWorkers(FeatureDescriptor)
  /// `hosted` are the names of what can be had.
  case notHosted(FeatureDescriptor, hosted: [String])
  /// Workers host a feature of that name, built from other types.
  case otherSchema(FeatureDescriptor, theirs: [FeatureDescriptor])
  /// Workers hosted it not long ago, and none is there now.
  case hostsGone(FeatureDescriptor)
  /// The workers that host it, none of which may be used now.
  case noneUsable(FeatureDescriptor, workers: [String])
  /// The workers that could be used have as many lanes as they take.
  case full(FeatureDescriptor, workers: [String])
  /// Workers host it, and none has the labels that are wanted; `theirs` are those that can be had.
  case notLabelled(FeatureDescriptor, wanted: [String], theirs: [String])
  /// Workers host it, and none is of the only build that is wanted.
  case otherBuild(FeatureDescriptor, wanted: BuildID, theirs: [String])
}

extension PlacementRefusal: CustomStringConvertible {
  package var description: String {
    "Could not place the feature \(feature.name): \(reason). \(remedy)"
  }

  /// The feature that has no place.
  private var feature: FeatureDescriptor {
    switch self {
    case .noWorkers(let ours), .hostsGone(let ours), .notHosted(let ours, _),
      .otherSchema(let ours, _), .noneUsable(let ours, _), .full(let ours, _),
      .notLabelled(let ours, _, _), .otherBuild(let ours, _, _):
      ours
    }
  }

  /// A clause that says why.
  package var reason: String {
    switch self {
    case .noWorkers: "no worker has joined"
    case .notHosted(_, let hosted):
      "no worker hosts it. Hosted are: \(hosted.isEmpty ? "none" : hosted.joined(separator: ", "))"
    case .otherSchema(let ours, let theirs):
      "the workers host another version of it. Theirs: "
        + theirs.map(\.description).joined(separator: ", ") + "; ours: \(ours)"
    case .full(_, let workers):
      "every worker that hosts it has as many children as it takes (\(workers.joined(separator: ", ")))"
    case .notLabelled(_, let wanted, let theirs):
      "no worker that hosts it has the labels \(wanted.joined(separator: ", ")). Theirs are: "
        + (theirs.isEmpty ? "none" : theirs.joined(separator: ", "))
    case .otherBuild(_, let wanted, let theirs):
      "no worker of the build \(wanted) hosts it, and this program takes no other (sameBuild). "
        + "Theirs are: \(theirs.joined(separator: ", "))"
    case .hostsGone: "the workers that hosted it are gone"
    case .noneUsable(_, let workers):
      "every worker that hosts it is suspected dead, drains or is to be avoided "
        + "(\(workers.joined(separator: ", ")))"
    }
  }

  /// The remedy, in a sentence.
  package var remedy: String {
    switch self {
    case .noWorkers: "Start one, and give it the coordinator's endpoint."
    case .notHosted: "Add it to the worker's features, and restart it."
    case .otherSchema: "Build the workers and this program from the same source."
    case .full: "Start another worker, or raise --lanes-at-most."
    case .notLabelled(_, let wanted, _):
      "Start one with \(wanted.map(Self.option).joined(separator: " "))."
    case .otherBuild: "Start a worker of that build."
    case .hostsGone:
      "It is placed as soon as one is back; start one, if none starts by itself."
    case .noneUsable: "Try again in a moment, or start another worker."
    }
  }
}

extension PlacementRefusal {
  /// Returns the words of a command line that give a worker a label. That of a sandbox comes with the sandbox.
  private static func option(for label: String) -> String {
    guard label.hasPrefix(WorkerTraits.sandboxPrefix) else { return "--label \(label)" }
    return "--sandbox FILE (\"pando sandbox explain FILE\" tells the label of a file's rights)"
  }

  /// Returns the reason that is nearer to the truth, with the features that were hosted not long ago.
  package func knowing(
    _ known: Set<FeatureDescriptor>, of feature: FeatureDescriptor
  ) -> PlacementRefusal {
    switch self {
    case .noWorkers, .notHosted:
      if known.contains(feature) { return .hostsGone(feature) }
      let theirs = known.filter { $0.name == feature.name }
      return theirs.isEmpty
        ? self : .otherSchema(feature, theirs: theirs.sorted { "\($0)" < "\($1)" })
    case .otherSchema:
      return known.contains(feature) ? .hostsGone(feature) : self
    case .hostsGone, .noneUsable, .full, .notLabelled, .otherBuild:
      return self
    }
  }
}
