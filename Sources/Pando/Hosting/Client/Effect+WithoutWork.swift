extension Effect {
  /// The actions and cancellations alone, wherever they stand: what a store carries out itself of an
  /// action whose effects run on a worker.
  package var withoutWork: Effect {
    switch operation {
    case .send, .cancel, .cancelEncoded: self
    case .merge(let effects): .merge(effects.map(\.withoutWork))
    case .cancellable(let effect, _, _), .owned(let effect, _): effect.withoutWork
    case .none, .run, .hosted: .none
    }
  }
}
