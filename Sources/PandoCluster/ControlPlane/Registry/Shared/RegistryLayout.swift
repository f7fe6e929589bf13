package import PandoHosting
import PandoWire

/// The names of the keys of a shared registry.
///
///     PREFIX/incarnation           names this registry; whoever comes first writes it
///     PREFIX/coordinators/LEASE    a coordinator's card, under its lease; the oldest is the leader's, created at its term
///     PREFIX/workers/ENDPOINT      a worker, under its lease; written once, at the revision that numbers it
///     PREFIX/loads/NUMBER          its load, under its lease
///     PREFIX/suspects/NUMBER       that a client could not reach it, under its lease
///     PREFIX/drains/LEASE          that it is to drain, under its lease, by whose id it is called
///     PREFIX/features/NAME/STATE-ACTION    a feature; by the leader
package struct RegistryLayout: Hashable, Sendable {
  /// Ends with a slash.
  package let prefix: String

  package init(prefix: String) {
    self.prefix = prefix.hasSuffix("/") ? prefix : prefix + "/"
  }

  package enum Key: Hashable, Sendable {
    case incarnation
    case coordinator(lease: Int64)
    case worker(endpoint: String)
    case load(number: Int)
    case suspect(number: Int)
    case drain(lease: Int64)
    case feature(FeatureDescriptor)
    /// Not ours, or of a later version.
    case unknown
  }

  package func text(_ key: Key) -> String {
    switch key {
    case .incarnation: prefix + "incarnation"
    case .coordinator(let lease): prefix + "coordinators/" + String(lease, radix: 16)
    case .worker(let endpoint): prefix + "workers/" + endpoint
    case .load(let number): prefix + "loads/\(number)"
    case .suspect(let number): prefix + "suspects/\(number)"
    case .drain(let lease): prefix + "drains/" + String(lease, radix: 16)
    case .feature(let feature):
      prefix + "features/\(feature.name)/\(feature.state)-\(feature.action)"
    case .unknown: preconditionFailure("a key that is not known is never written")
    }
  }

  package func key(_ text: String) -> Key {
    guard text.hasPrefix(prefix) else { return .unknown }
    let rest = text.dropFirst(prefix.count)
    if rest == "incarnation" { return .incarnation }
    guard let slash = rest.firstIndex(of: "/") else { return .unknown }
    let name = String(rest[rest.index(after: slash)...])
    switch rest[..<slash] {
    case "coordinators": return Int64(name, radix: 16).map { .coordinator(lease: $0) } ?? .unknown
    case "workers": return .worker(endpoint: name)
    case "loads": return Int(name).map { .load(number: $0) } ?? .unknown
    case "suspects": return Int(name).map { .suspect(number: $0) } ?? .unknown
    case "drains": return Int64(name, radix: 16).map { .drain(lease: $0) } ?? .unknown
    case "features": return feature(name).map { .feature($0) } ?? .unknown
    default: return .unknown
    }
  }

  private func feature(_ text: String) -> FeatureDescriptor? {
    guard let slash = text.lastIndex(of: "/") else { return nil }
    let parts = text[text.index(after: slash)...].split(separator: "-")
    let numbers = parts.compactMap { UInt64($0, radix: 16) }
    guard parts.count == 2, numbers.count == 2 else { return nil }
    return FeatureDescriptor(
      name: String(text[..<slash]), state: .init(rawValue: numbers[0]),
      action: .init(rawValue: numbers[1]))
  }
}
