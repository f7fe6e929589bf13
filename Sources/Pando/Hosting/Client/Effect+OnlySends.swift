extension Effect {
  /// The actions alone, wherever they stand.
  package var onlySends: Effect {
    switch operation {
    case .send: self
    case .merge(let effects): .merge(effects.map(\.onlySends))
    case .cancellable(let effect, _, _), .owned(let effect, _): effect.onlySends
    case .none, .run, .cancel, .cancelEncoded, .hosted: .none
    }
  }
}
