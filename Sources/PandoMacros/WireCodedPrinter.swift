/// Writes the requirements of `WireCodable`, line by line.
struct WireCodedPrinter {
  let shape: WireShape
  let access: String

  var lines: [String] {
    let encodeStatements: [String]
    let decodeStatements: [String]
    var list: [String] = []
    switch shape {
    case .structure(let properties):
      encodeStatements =
        ["try writer.beginList()"] + properties.map { "try writer.encode(self.\($0.storage))" }
        + ["writer.endList()"]
      decodeStatements =
        ["try reader.beginList()"] + properties.map { "self.\($0.name) = try reader.decode()" }
        + ["try reader.endList()"]
      list =
        ["\(access)static func list(wireFields fields: inout \(Qualified.wireFields)) {"]
        + indented(properties.map { "fields.add(\\Self.\($0.storage))" }) + ["}"]
    case .enumeration(let cases):
      encodeStatements =
        ["switch self {"] + cases.enumerated().flatMap { encode($1, $0) } + ["}"]
      decodeStatements =
        ["let start = reader.position", "switch try reader.beginCase() {"]
        + cases.enumerated().flatMap { decode($1, $0) }
        + [
          "default:",
          "  throw reader.unknownCase(of: Self.self, at: start)",
          "}",
        ]
      let names = cases.map { "\"\($0.name.filter { $0 != "`" })\"" }
      list =
        ["\(access)static func list(wireFields fields: inout \(Qualified.wireFields)) {"]
        + indented(["fields.addCases(\(names.joined(separator: ", ")))"]) + ["}"]
    }
    let error = "throws(\(Qualified.wireError))"
    return
      ["\(access)func encode(into writer: inout \(Qualified.wireWriter)) \(error) {"]
      + indented(encodeStatements)
      + ["}", "\(access)init(reading reader: inout \(Qualified.wireReader)) \(error) {"]
      + indented(decodeStatements) + ["}"] + list
  }

  private func indented(_ lines: [String]) -> [String] { lines.map { "  " + $0 } }

  private func encode(_ enumCase: EnumCase, _ number: Int) -> [String] {
    guard !enumCase.payloads.isEmpty else {
      return ["case .\(enumCase.name):", "  try writer.encode(\(number))"]
    }
    let values = enumCase.payloads.indices.map { "  try writer.encode(value\($0))" }
    return
      ["case .\(enumCase.name)(\(enumCase.labelled { "let value\($0)" })):"]
      + ["  try writer.beginCase(\(number))"] + values + ["  writer.endList()"]
  }

  private func decode(_ enumCase: EnumCase, _ number: Int) -> [String] {
    guard !enumCase.payloads.isEmpty else {
      return ["case .alone(\(number)):", "  self = .\(enumCase.name)"]
    }
    // Nobody has such a value, and the compiler would warn that nothing behind the call is executed.
    if enumCase.payloads.contains(where: { ["Never", Qualified.never].contains($0.type) }) {
      return []
    }
    let end = enumCase.isIndirect ? "endIndirectCase(of: self, since: start)" : "endList()"
    return [
      "case .list(\(number)):",
      "  self = try .\(enumCase.name)(\(enumCase.labelled { _ in "reader.decode()" }))",
      "  try reader.\(end)",
    ]
  }
}
