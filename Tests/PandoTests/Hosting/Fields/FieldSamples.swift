import Foundation
import Pando

@WireCoded
struct LedgerPoint: Codable, Equatable, Sendable {
  var x = 0
  var y = 0.0
}

@WireCoded
struct LedgerRow: Codable, Equatable, Identifiable, Sendable {
  var id: Int
  var text = ""
  var point = LedgerPoint()
}

/// A row with the coding that the compiler derives.
struct PlainLedgerRow: Codable, Equatable, Identifiable, Sendable {
  var id: Int
  var text = ""
}

@WireCoded
enum LedgerMode: Codable, Equatable, Sendable {
  case off
  case on(Int)
  case named(String, LedgerPoint)
}

/// One without anything that is referred to.
enum LedgerPace: Codable, Equatable, Sendable {
  case slow
  case fast(Int)
}

@WireCoded
struct LedgerSettings: Codable, Equatable, Sendable {
  var name = "settings"
  var point = LedgerPoint()
  var mode = LedgerMode.off
  var pace = LedgerPace.slow
}

/// A state of every kind of field.
@WireCoded
struct Ledger: Codable, Equatable, Sendable {
  var counter = 0
  var settings = LedgerSettings()
  var rows: IdentifiedArrayOf<LedgerRow> = []
  var others: IdentifiedArrayOf<LedgerRow> = []
  var plain: IdentifiedArrayOf<PlainLedgerRow> = []
  var tags: Set<String> = []
  var table: [String: Int] = [:]
  var numbers: [Int] = []
  var note: String?
  var date = Date(timeIntervalSince1970: 0)
  var last = 0
}

/// One that is changed through any reference.
final class LedgerBox: Codable, Equatable, @unchecked Sendable {
  var value = 0

  static func == (left: LedgerBox, right: LedgerBox) -> Bool { left.value == right.value }
}

@WireCoded
struct BoxedLedger: Codable, Equatable, Sendable {
  var number = 0
  var box = LedgerBox()
}

/// One that holds itself.
@WireCoded
struct LedgerBranch: Codable, Equatable, Sendable {
  var name = ""
  var children: [LedgerBranch] = []
}
