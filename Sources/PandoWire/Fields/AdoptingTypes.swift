/// The types whose values take the place of earlier ones property by property, so that of rows only those that
/// changed are looked at.
///
/// Kept by whoever owns the values: to ask a type for a conformance takes longer than a change of some rows. Not
/// synchronised.
package final class AdoptingTypes {
  private let isAdopting: (Any.Type) -> Bool
  private var known: [ObjectIdentifier: Bool] = [:]

  package init(where isAdopting: @escaping (Any.Type) -> Bool) {
    self.isAdopting = isAdopting
  }

  /// Returns whether a type is one of them. Asks once for each type.
  func contains(_ type: Any.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if let answer = known[id] { return answer }
    let answer = isAdopting(type)
    known[id] = answer
    return answer
  }

  /// Returns whether the properties, or the payloads, of a type are adopted by what they are.
  ///
  /// False for a generic type, and for one that is declared inside a generic type: its code may know less of what it
  /// holds, and then compares it. So a change of one of its rows costs as much as a look at all of them, while somebody
  /// observes.
  func reachInto(_ type: Any.Type) -> Bool {
    contains(type) && TypeMetadata(type).descriptor?.isGeneric == false
  }
}
