/// Names as Prometheus takes them: letters, digits, underscores and colons, and no digit first.
enum PrometheusName {
  static func metric(_ label: String) -> String { plain(label, takesColons: true) }

  /// A counter's name ends in `_total`.
  static func counter(_ label: String) -> String {
    let name = metric(label)
    return name.hasSuffix("_total") ? name : name + "_total"
  }

  /// A timer's name ends with its unit.
  static func timer(_ label: String) -> String {
    let name = metric(label)
    return name.hasSuffix("_seconds") ? name : name + "_seconds"
  }

  /// The names of buckets' and quantiles' labels are taken, and those with two underscores are Prometheus's own.
  static func label(_ name: String) -> String {
    let plain = plain(name, takesColons: false)
    return ["le", "quantile"].contains(plain) || plain.hasPrefix("__") ? "exported_" + plain : plain
  }

  private static func plain(_ text: String, takesColons: Bool) -> String {
    var name = ""
    for scalar in text.unicodeScalars {
      let isPlain =
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      let isKept = isPlain || scalar == "_" || (takesColons && scalar == ":")
      name.unicodeScalars.append(isKept ? scalar : "_")
    }
    if name.isEmpty || name.unicodeScalars.first.map({ ("0"..."9").contains($0) }) == true {
      name = "_" + name
    }
    return name
  }
}
