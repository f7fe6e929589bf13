/// A conformance that `@Reducer(state:action:)` gives the state or the action that it derives for an
/// enum of features.
public struct SynthesizedConformance: Sendable {
  /// `Codable`, with the coding that ``WireCoded()`` derives: what a hosted feature needs.
  public static let codable = SynthesizedConformance()
  /// `Decodable`.
  public static let decodable = SynthesizedConformance()
  /// `Encodable`.
  public static let encodable = SynthesizedConformance()
  /// `Equatable`.
  public static let equatable = SynthesizedConformance()
  /// `Hashable`.
  public static let hashable = SynthesizedConformance()
  /// `Sendable`, which derived states and actions always are.
  public static let sendable = SynthesizedConformance()
}
