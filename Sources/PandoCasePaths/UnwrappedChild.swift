/// The kind of a child in an optional, whose actions are the payload of a case.
public enum UnwrappedChild {}
