import Logging
import Pando
import PandoHosting
import Synchronization

/// Advice on types whose values cost more to send to a worker than they need to.
enum CodingAdvice {
  /// The features that were spoken of in this process.
  private static let known = Mutex<Set<String>>([])

  /// Logs, once for each feature, which parts of it `Codable` alone describes.
  static func log(for features: [any HostedFeature], _ logger: Logger) {
    for feature in features {
      let isNew = known.withLock { $0.insert(feature.descriptor.name).inserted }
      if isNew, let text = text(for: feature) { logger.notice("\(text)") }
    }
  }

  /// Returns what is to be said of a feature; nil where all of it has a derived coding.
  static func text(for feature: any HostedFeature) -> String? {
    let parts = feature.partsOfCodableAlone
    guard !parts.isEmpty else { return nil }
    return """
      \(feature.descriptor.name) has types that Codable alone describes, which take several times as long to send \
      to a worker, and are sent whole whatever has changed in them: \(parts.joined(separator: ", ")). Declare them \
      inside the type with "@Reducer", or attach "@WireCoded". A type with an "init(from:)" or "encode(to:)" of its \
      own has to stay as it is.
      """
  }
}
