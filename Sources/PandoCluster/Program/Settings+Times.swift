extension Settings {
  /// Has a coordinator keep to the times that are given.
  ///
  /// - Throws: A `SettingsError` where workers could not stay members with them.
  package func setTimes(of configuration: inout CoordinatorConfiguration) throws(SettingsError) {
    let (beat, life) = (try find(.beatMilliseconds), try find(.lifeMilliseconds))
    if let beat, let number = Int(beat.value) { configuration.beatIntervalMilliseconds = number }
    if let life, let number = Int(life.value) { configuration.lifeMilliseconds = number }
    let times = MemberTimes(
      beatMilliseconds: configuration.beatIntervalMilliseconds,
      lifeMilliseconds: configuration.lifeMilliseconds)
    guard let source = (life ?? beat)?.source, let problem = times.problem else { return }
    throw SettingsError([SettingsFile.Problem(place: source, text: problem)])
  }
}
