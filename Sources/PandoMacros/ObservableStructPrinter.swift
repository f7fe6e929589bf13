/// Writes what an `@ObservableState` struct has beside the accessors of its properties, line by line.
struct ObservableStructPrinter {
  let properties: [StateProperty]
  let access: String

  private var observed: [StateProperty] { properties.filter(\.isObserved) }

  /// Last among the stored properties, so that memberwise initialisers stay as they are.
  static var observation: String { "var _$observation = \(Qualified.stateObservation)()" }

  /// The numbers of the properties: their accessors cannot see the others.
  var numbers: [String] {
    ["private enum _$Field {"]
      + observed.enumerated().map { number, property in
        "  static var \(property.name): \(Qualified.int) { \(number) }"
      } + ["}"]
  }

  /// The keys that the compiler would derive without the macro.
  var codingKeys: [String] {
    // An enum without cases has no raw values.
    let rawType = properties.isEmpty ? "" : "\(Qualified.string), "
    return ["private enum CodingKeys: \(rawType)\(Qualified.codingKey) {"]
      + properties.map { property in
        switch property.kind {
        case .observed: "  case \(property.storage) = \"\(property.name.withoutBackticks)\""
        case .presented, .presentedAlone: "  case \(property.storage)"
        case .plain, .wrapped: "  case \(property.name)"
        }
      } + ["}"]
  }

  var conformance: [String] {
    let tracked = observed.map { "\(field($0)).track(&\($0.storage), isDeep: true)" }
    let adopted = observed.flatMap { property in
      let isObserved = "isObserved: _$observation.isObserved(_$Field.\(property.name))"
      return [
        "if \(field(property)).adopt(&\(property.storage), old.\(property.storage), \(isObserved)) {",
        "  _$observation.note(_$Field.\(property.name))",
        "}",
      ]
    }
    return
      ["\(access)var _$identity: \(Qualified.stateIdentity) {", "  _$observation.identity", "}"]
      + [
        "\(access)static var _$observationPath: Swift.PartialKeyPath<Self>? {",
        "  \\Self._$observation", "}",
      ]
      + ["\(access)static var _$fields: [\(Qualified.stateField)<Self>] {"]
      + ["  ["] + observed.flatMap(fields).map { "    \($0)," } + ["  ]", "}"]
      + ["\(access)mutating func _$track(isDeep: Swift.Bool) {", "  _$observation.track()"]
      + ["  guard isDeep else {", "    return", "  }"] + tracked.map { "  " + $0 } + ["}"]
      + ["\(access)mutating func _$adopt(_ old: Self) -> Swift.Bool {"]
      + ["  guard _$observation.adopt(old._$observation) else {", "    return true", "  }"]
      + adopted.map { "  " + $0 } + ["  return false", "}"]
  }

  private func field(_ property: StateProperty) -> String {
    "\(Qualified.stateObservation).field(\(property.storage))"
  }

  private func fields(_ property: StateProperty) -> [String] {
    func field(_ name: String, _ storage: String) -> String {
      let number = "_$Field.\(property.name)"
      let label = name.withoutBackticks
      return "\(Qualified.stateField)(\"\(label)\", \\Self.\(name), storage: \(storage), \(number))"
    }
    let storage = "\\Self.\(property.storage)"
    if property.kind == .observed { return [field(property.name, storage)] }
    return [
      field(property.name, "nil"), field("$\(property.name.withoutBackticks)", storage),
    ]
  }

  /// A value looks as it would without the macro.
  var mirror: [String] {
    let children = properties.map { "\"\($0.mirrorLabel)\": \($0.storage) as Any" }
    let list = children.isEmpty ? [":"] : children.map { "\($0)," }
    return
      [
        "\(access)var customMirror: \(Qualified.mirror) {",
        "  \(Qualified.mirror)(",
        "    self,",
        "    children: [",
      ] + list.map { "      " + $0 } + ["    ],", "    displayStyle: .struct", "  )", "}"]
  }
}
