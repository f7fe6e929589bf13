import Pando

extension ReportBuilder {
  mutating func checkCancelIDs(_ ids: [CancelID]) {
    for id in ids where id.mayCross && !id.canCross {
      let name = typeName(type(of: id.base))
      add(
        .cancelID, .error, name,
        """
        Effects run or are cancelled under an identity of type "\(name)", which cannot cross between \
        processes: a parent cannot cancel an effect of its hosted child by it, nor the other way round. \
        Make it Codable.
        """)
    }
  }

  mutating func checkOverrides(_ names: [String]) {
    for name in names {
      add(
        .dependency, .warning, name,
        """
        "\(name)" is overridden for the store, and the feature reads it: its workers are other \
        processes, where the override does not count. If it is only a double of the test, all is well. \
        If the program overrides it too, set what workers use in "prepareWorker" of the program.
        """)
    }
  }
}

extension CancelID {
  /// True if the identity is the same in another process.
  fileprivate var canCross: Bool {
    let encoded = EncodedCancelID(self)
    return !encoded.cannotReach(encoded)
  }
}
