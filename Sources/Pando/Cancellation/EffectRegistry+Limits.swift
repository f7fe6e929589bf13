// For whoever sees to it that effects end.
extension EffectRegistry {
  /// The effect in words: its name, or where it was written.
  func words(for number: UInt64) -> String {
    let (name, location) = label(of: number)
    if let name { return "the effect \"\(name)\"" }
    return location.map { "an effect that \($0.fileID):\($0.line) returned" } ?? "an effect"
  }
}
