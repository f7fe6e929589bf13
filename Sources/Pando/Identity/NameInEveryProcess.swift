import PandoWire

/// Returns the full name of a type, the same in every process of a program.
///
/// The name that the runtime gives a private type contains an address, which differs between processes.
/// Here "(private)" takes its place, so private types of one name in two files have one name.
package func nameInEveryProcess(of type: Any.Type) -> String {
  inEveryProcess(typeName: String(reflecting: type))
}

/// Returns a type's name, as the runtime gives it, without the address of a private type.
func inEveryProcess(typeName name: String) -> String {
  guard name.contains(privateContext) else { return name }
  return name.split(separator: privateContext, omittingEmptySubsequences: false)
    .enumerated()
    .map { index, part in
      // "7f3a.).Name": the address comes before the parenthesis.
      index == 0
        ? String(part)
        : part.split(separator: ")", maxSplits: 1).last.map { "(private)\($0)" } ?? ""
    }
    .joined()
}

private let privateContext = "(unknown context at $"

/// Where the private contexts in a type's name lie in a build of a program. Tells private types of one
/// name apart, among processes of one build.
struct PrivatePlace: Equatable {
  /// A hash of the build.
  let build: UInt64
  /// A hash of the places.
  let place: UInt64

  init(build: UInt64, place: UInt64) {
    self.build = build
    self.place = place
  }

  /// Nil for a type that is not private, or whose image is not known.
  init?(of type: Any.Type) {
    var build = StableHash()
    var place = StableHash()
    let parts = String(reflecting: type).split(
      separator: privateContext, omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    for part in parts.dropFirst() {
      guard let number = UInt(part.prefix(while: \.isHexDigit), radix: 16),
        let address = UnsafeRawPointer(bitPattern: number),
        let image = LoadedImage(of: address), let buildHash = image.buildHash
      else { return nil }
      build.mix(buildHash)
      place.mix(UInt64(address - image.base))
    }
    self.init(build: build.value, place: place.value)
  }

  /// Returns whether two types of one name are known to be two: they lie in different places of one
  /// build.
  func isKnownToDiffer(from other: PrivatePlace) -> Bool {
    build == other.build && place != other.place
  }
}
