import Foundation
import Pando

extension Ledger {
  /// Changes a part of what is large in itself.
  mutating func changeParts(_ step: Int, _ text: String, _ random: inout SplitMix) {
    let row = LedgerRow(id: step, text: text)
    let pages: [LedgerPage] = [
      .none, .empty, .text(text), .row(row), .detail(LedgerDetail(step)), .two(text, row.point),
      .inner(.detail(LedgerDetail(2))),
    ]
    let newPage = pages.randomElement(using: &random) ?? .none
    let name = Int.random(in: 0..<80, using: &random)
    switch Int.random(in: 0..<34, using: &random) {
    case 0: list.append(row)
    case 1...3: if !list.isEmpty { list[list.count / 2].text = text }
    case 4: if !list.isEmpty { list.remove(at: list.count / 3) }
    case 5: list.insert(contentsOf: [row, row], at: list.count / 2)
    case 6: flags.append(step % 3 == 0)
    case 7: for index in flags.indices where index % 3 == 0 { flags[index].toggle() }
    case 8...10: names[name] = PlainLedgerRow(id: step, text: text)
    case 11: names[name] = nil
    case 12: names = names.filter { $0.key % 5 != step % 5 }
    case 13: points[LedgerPoint(x: name)] = .on(step)
    case 14: points[LedgerPoint(x: name), default: .off] = .named(text, LedgerPoint())
    case 15: data.append(contentsOf: text.utf8)
    case 16: if !data.isEmpty { data[data.startIndex + data.count / 2] ^= 1 }
    case 17: data = data.dropFirst(3)
    case 18: self.text += ["\u{e9}", "\u{1F600}", "e\u{301}", "x"][step % 4] + text
    case 19:
      if let middle = self.text.indices.randomElement(using: &random) {
        self.text.replaceSubrange(middle...middle, with: ["\u{e8}", "", "\u{20AC}y"][step % 3])
      }
    case 20: detail = step % 5 == 0 ? nil : LedgerDetail(step)
    case 21...22: detail?.rows[id: 3]?.text = text
    case 23: shown.wrappedValue = step % 5 == 0 ? nil : LedgerDetail(step)
    case 24: shown.wrappedValue?.numbers.append(step)
    case 25: page = newPage
    case 26, 27: page.change(step, text)
    case 28: shownPage.wrappedValue = step % 7 == 0 ? nil : newPage
    case 29: shownPage.wrappedValue?.change(step, text)
    case 30: stack.append(newPage)
    case 31: _ = stack.popLast()
    case 32:
      if let id = stack.ids.randomElement(using: &random) { stack[id: id]?.change(step, text) }
    default: if let tag = tags.randomElement(using: &random) { tags.remove(tag) }
    }
  }
}

extension LedgerDetail {
  init(_ step: Int) {
    self.init(
      count: step, rows: IdentifiedArray(uniqueElements: (0..<6).map { LedgerRow(id: $0) }))
  }
}

extension LedgerPage {
  /// Changes a payload where it is.
  mutating func change(_ step: Int, _ text: String) {
    switch self {
    case .detail(var detail):
      self = .none
      detail.rows[id: step % 6]?.text = text
      detail.count += 300
      detail.isMarked.toggle()
      self = .detail(detail)
    case .row(var row):
      row.text += text
      self = .row(row)
    case .text(let old): self = .text(old + text)
    case .two: self = .two(text, LedgerPoint(x: step))
    case .inner(var inner):
      inner.change(step, text)
      self = .inner(inner)
    case .none, .empty: break
    }
  }
}
