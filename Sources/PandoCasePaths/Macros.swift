/// Makes an enum ``CasePathable``: each of its cases can be named by a key path such as `\.child`.
///
/// A case without associated values has the payload `Void`, a case with one has its type, and a
/// case with several has a tuple of them, with their labels. Two cases of one name cannot be told
/// apart and are an error.
///
/// An enum that is marked `@dynamicMemberLookup` as well has an optional property for each case:
/// `state.child`.
@attached(extension, conformances: CasePathable)
@attached(member, names: named(AllCasePaths), named(allCasePaths))
public macro CasePathable() =
  #externalMacro(module: "PandoMacros", type: "CasePathableMacro")
