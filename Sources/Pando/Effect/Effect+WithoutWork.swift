extension Effect {
  /// The actions and cancellations alone, each still of the child that it comes from: what a store carries out itself
  /// of an action whose effects run on a worker. The worker carries out the cancellations too, at their place
  /// among the effects, so that they are given in the form in which it would have told of them.
  ///
  /// - Parameter site: The site of the hosted feature that returned it.
  package func withoutWork(at site: Int? = nil) -> Effect {
    switch operation {
    case .send, .sendFromHost, .cancelEncoded: self
    case .cancel(let id): Effect(.cancelEncoded(EncodedCancelID(id), from: site))
    case .merge(let effects): .merge(effects.map { $0.withoutWork(at: site) })
    case .cancellable(let effect, let id, let inFlight) where inFlight != .kept && id.mayCross:
      Effect(.cancelEncoded(EncodedCancelID(id), from: site)).merge(
        with: effect.withoutWork(at: site))
    case .cancellable(let effect, _, _): effect.withoutWork(at: site)
    case .owned(let effect, let step): effect.withoutWork(at: site).owned(by: step)
    case .none, .run, .hosted: .none
    }
  }
}
