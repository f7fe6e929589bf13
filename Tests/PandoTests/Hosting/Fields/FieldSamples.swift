import Foundation
import Pando
import Synchronization

@WireCoded
struct LedgerPoint: Codable, Hashable, Sendable {
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
  var list: [LedgerRow] = []
  var flags: [Bool] = []
  var names: [Int: PlainLedgerRow] = [:]
  var points: [LedgerPoint: LedgerMode] = [:]
  var data = Data()
  var text = ""
  var detail: LedgerDetail?
  var shown = PresentationState<LedgerDetail>(wrappedValue: nil)
  var page = LedgerPage.none
  var shownPage = PresentationState<LedgerPage>(wrappedValue: nil)
  var stack = StackState<LedgerPage>()
  var last = 0
}

/// A part of a state that is there, or not.
@WireCoded
struct LedgerDetail: Codable, Equatable, Sendable {
  var count = 0
  var rows: IdentifiedArrayOf<LedgerRow> = []
  var numbers: [Int] = []
  var isMarked = false
}

/// A state in one of several cases, whose payloads use different bits.
@WireCoded
enum LedgerPage: Codable, Equatable, Sendable {
  case none
  case detail(LedgerDetail)
  case text(String)
  case row(LedgerRow)
  case two(String, LedgerPoint)
  indirect case inner(LedgerPage)
  case empty
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

/// A row that counts how often its text is encoded or decoded.
@WireCoded
struct CountedRow: Codable, Hashable, Sendable {
  var text: CountedText
  var isMarked = false
  var number = 0
}

/// A text that counts how often one is encoded or decoded.
struct CountedText: WireCodable, Hashable, Sendable {
  static let count = Atomic<Int>(0)

  var text: String

  init(_ text: String) { self.text = text }

  func encode(into writer: inout WireWriter) throws(WireError) {
    Self.count.add(1, ordering: .relaxed)
    text.encode(into: &writer)
  }

  init(reading reader: inout WireReader) throws(WireError) {
    Self.count.add(1, ordering: .relaxed)
    text = try String(reading: &reader)
  }

  func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }

  init(from decoder: any Decoder) throws { text = try String(from: decoder) }
}

/// A state of rows that count.
@WireCoded
struct CountedLedger: Codable, Equatable, Sendable {
  var array: [CountedRow] = []
  var table: [String: CountedRow] = [:]
  var set: Set<CountedText> = []
  var part: CountedPart?
  var page = CountedPage.none
  var shown = PresentationState<CountedPage>(wrappedValue: nil)
  var stack = StackState<CountedPart>()
}

@WireCoded
struct CountedPart: Codable, Equatable, Sendable {
  var first = CountedText("a first text")
  var second = CountedText("a second text")
  var count = 0
}

@WireCoded
enum CountedPage: Codable, Equatable, Sendable {
  case none
  case part(CountedPart)
  case text(CountedText)
}
