import Logging
import PandoHosting
import ZeroMQ

extension Setting {
  /// The numbers that a number may be.
  private static let range = 10...600_000

  /// Returns why a value cannot be used, and what can; nil when it can.
  package func problem(with value: String) -> String? {
    switch self {
    case .bind, .advertise:
      // A path may have a comma: what cannot be meant for one is another endpoint behind it.
      if [",tcp://", ",ipc://"].contains(where: value.contains) {
        return "\"\(value)\" names several endpoints; write one endpoint, no list"
      }
      fallthrough
    case .coordinator:
      do throws(ZeroMQError) {
        let endpoints = self == .coordinator ? try Endpoint.list(value) : [try Endpoint(value)]
        for endpoint in endpoints { _ = try endpoint.forProcesses() }
        return nil
      } catch {
        return error.message
      }
    case .registry:
      if value == "memory" || ["etcd://", "etcds://"].contains(where: value.hasPrefix) {
        return nil
      }
      return
        "\"\(value)\" names no registry: it is not memory, and does not begin with etcd:// or etcds://"
    case .build:
      return BuildID(value) == nil ? ProgramBuild.problem(with: value) : nil
    case .name where value.hasControlCharacters:
      return "it holds a control character; write letters, digits and signs"
    case .name, .keyring, .key, .pageTokenFile, .registryCa, .registryCert, .registryKey:
      return value.isEmpty ? "it is empty; write \(summary), or leave it out" : nil
    case .debug:
      return DebugWait(value) == nil ? DebugWait.problem(with: value) : nil
    case .logLevel:
      if Logger.Level(rawValue: value) != nil { return nil }
      let levels = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      return "\"\(value)\" is no level; the levels are \(levels)"
    case .logFormat:
      if LogFormat(rawValue: value) != nil { return nil }
      let forms = LogFormat.allCases.map(\.rawValue).joined(separator: ", ")
      return "\"\(value)\" is no form of a log; the forms are \(forms)"
    case .metrics:
      do throws(ServedAddress.Problem) {
        // Only the command line can say that others may read them.
        _ = try ServedAddress(value, for: .metrics, mayBeOnNetwork: true)
        return nil
      } catch {
        return error.description
      }
    case .page:
      do throws(ServedAddress.Problem) {
        // As with metrics.
        _ = try ServedAddress(value, for: .page, mayBeOnNetwork: true)
        return nil
      } catch {
        return error.description
      }
    case .pageOrigin:
      do throws(PageOrigin.Problem) {
        _ = try PageOrigin(value)
        return nil
      } catch {
        return error.description
      }
    case .beatMilliseconds, .lifeMilliseconds:
      if let number = Int(value), Self.range.contains(number) { return nil }
      return
        "\"\(value)\" is not a number of milliseconds from \(Self.range.lowerBound) to "
        + "\(Self.range.upperBound)"
    }
  }

  /// The setting whose name is most like a word; nil when none is.
  static func like(_ word: String) -> Setting? {
    let plain = { (text: String) in text.lowercased().filter { $0.isLetter } }
    let nearest = allCases.map { ($0, distance(Array(plain($0.rawValue)), Array(plain(word)))) }
      .min { $0.1 < $1.1 }
    guard let nearest, nearest.1 <= max(1, word.count / 3) else { return nil }
    return nearest.0
  }

  /// The number of letters to change, add or leave out.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var row = Array(0...second.count)
    for (line, letter) in first.enumerated() {
      var corner = row[0]
      row[0] = line + 1
      for (column, other) in second.enumerated() {
        let diagonal = corner + (letter == other ? 0 : 1)
        corner = row[column + 1]
        row[column + 1] = min(diagonal, row[column] + 1, corner + 1)
      }
    }
    return row[second.count]
  }
}
