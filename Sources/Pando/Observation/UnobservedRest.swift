/// The scope of what is observed by a reader that read no observable field.
enum UnobservedRest {
  /// Everything: it may have taken a copy.
  case whole
  /// Which state it is: it has read something that does not change unless that does.
  case identity
}
