extension Duration {
  /// In microseconds, or as many as there can be.
  var microseconds: Int {
    let (seconds, attoseconds) = components
    return seconds > 1 << 40
      ? .max : Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }
}
