extension Effect {
  /// The actions and cancellations alone, each still of the child that it comes from: what a store carries out itself
  /// of an action whose effects run on a worker. The worker carries out the cancellations too, at their place
  /// among the effects, so that they are given in the form in which it would have told of them.
  package var withoutWork: Effect {
    switch operation {
    case .send, .sendFromHost, .cancelEncoded: self
    case .cancel(let id): Effect(.cancelEncoded(EncodedCancelID(id)))
    case .merge(let effects): .merge(effects.map(\.withoutWork))
    case .cancellable(let effect, let id, let inFlight) where inFlight != .kept && id.mayCross:
      Effect(.cancelEncoded(EncodedCancelID(id))).merge(with: effect.withoutWork)
    case .cancellable(let effect, _, _): effect.withoutWork
    case .owned(let effect, let step): effect.withoutWork.owned(by: step)
    case .none, .run, .hosted: .none
    }
  }
}
