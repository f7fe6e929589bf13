import PandoWire

/// The lanes that placement keeps apart, or together.
package struct LaneGroup: Hashable, Codable, Sendable {
  /// The way in which the lanes of a group stand to each other.
  package enum Kind: String, Codable, Sendable {
    /// On as many different hosts, and workers of a host, as there are.
    case spread
    /// On one worker, while it lives and has room.
    case affinity
  }

  package let kind: Kind
  /// Stands for the key, which is the same for all lanes of the group.
  package let key: UInt64

  package init(_ kind: Kind, key: UInt64) {
    (self.kind, self.key) = (kind, key)
  }

  /// The group of all that have an encoded key.
  package init(_ kind: Kind, keyBytes: some Collection<UInt8>) {
    var hash = StableHash()
    hash.mix(UInt64(keyBytes.count))
    hash.mix(bytes: keyBytes)
    self.init(kind, key: hash.value)
  }

  /// Returns the weight of a worker for the key: whoever asks, the one with the greatest has the key.
  ///
  /// Rendezvous hashing (Thaler and Ravishankar, 1998): a worker that goes gives away its own keys alone, and one
  /// that comes takes an equal part from each.
  package func weight(of seed: UInt64) -> UInt64 {
    // The finaliser of SplitMix64: neighbouring seeds have unrelated weights.
    var bits = key ^ (seed &* 0x9E37_79B9_7F4A_7C15)
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns a number for the name of a worker, which whoever places it knows alike.
  package static func seed(of name: String) -> UInt64 {
    var hash = StableHash()
    hash.mix(name)
    return hash.value
  }
}
