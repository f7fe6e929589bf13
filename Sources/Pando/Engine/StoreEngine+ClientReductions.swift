extension StoreEngine {
  /// The number of actions of hosted features that this process reduced in place of a worker.
  package var clientReductionCount: Int {
    withState { _ in
      var count = 0
      root.visitHosted { count += $0.clientReductionCount }
      return count
    }
  }
}
