/// Tells the rows of a struct apart that refuses some properties beside others: where anything else changes,
/// or a row comes or goes, it is decoded as a whole.
final class CheckedShape: FieldShape {
  private let table: FieldTable

  init<Value: Codable>(_ type: Value.Type) {
    table = FieldTable.checked(type)
  }

  override func makeWatch() -> FieldWatch { TableWatch(table) }

  override func makeFollower() -> FieldFollower { TableFollower(table, isChecked: true) }
}
