import Foundation
package import Logging

/// Writes each message as a JSON document, a line each, to standard error.
package struct JSONLogHandler: LogHandler {
  package var logLevel = Logger.Level.info
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  private let label: String
  private let write: @Sendable (String) -> Void

  package init(
    label: String,
    write: @escaping @Sendable (String) -> Void = { DescriptorWriter.standardError.write($0) }
  ) {
    self.label = label
    self.write = write
  }

  package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var all = metadata
    if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
    if let own = event.metadata { all.merge(own) { $1 } }
    let line = Line(
      time: Date().ISO8601Format(.init(includingFractionalSeconds: true)),
      level: event.level.rawValue, logger: label, message: "\(event.message)",
      metadata: all.isEmpty ? nil : all.mapValues(\.plain))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(line) else { return }
    write(String(decoding: data, as: UTF8.self) + "\n")
  }

  private struct Line: Encodable {
    let time: String
    let level: String
    let logger: String
    let message: String
    let metadata: [String: PlainMetadata]?
  }
}

/// A value of metadata, as JSON has it.
private enum PlainMetadata: Encodable {
  case text(String)
  case list([PlainMetadata])
  case table([String: PlainMetadata])

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text): try text.encode(to: encoder)
    case .list(let list): try list.encode(to: encoder)
    case .table(let table): try table.encode(to: encoder)
    }
  }
}

extension Logger.MetadataValue {
  fileprivate var plain: PlainMetadata {
    switch self {
    case .string(let text): .text(text)
    case .stringConvertible(let value): .text("\(value)")
    case .array(let list): .list(list.map(\.plain))
    case .dictionary(let table): .table(table.mapValues(\.plain))
    }
  }
}
