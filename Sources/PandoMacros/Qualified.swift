/// The names that expansions refer to, qualified so that no declaration of the user's shadows them.
enum Qualified {
  static let module = "Pando"

  static let anyCasePath = "\(module).AnyCasePath"
  static let casePathable = "\(module).CasePathable"
  static let presentationState = "\(module).PresentationState"
  static let reducer = "\(module).Reducer"
  static let reducerBuilder = "\(module).ReducerBuilder"
  static let unimplemented = "\(module).Unimplemented"
  static let viewActionSending = "\(module).ViewActionSending"
  static let wireCodable = "\(module).WireCodable"
  static let wireCoded = "\(module).WireCoded"
  static let wireError = "\(module).WireError"
  static let wireReader = "\(module).WireReader"
  static let wireWriter = "\(module).WireWriter"

  static let sendable = "Swift.Sendable"
  static let void = "Swift.Void"
}
