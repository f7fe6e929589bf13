/// Makes an enum ``CasePathable``: each of its cases can be named by a key path such as `\.child`.
///
/// A case without associated values has the payload `Void`, a case with one has its type, and a
/// case with several has a tuple of them, with their labels. Two cases of one name cannot be told
/// apart and are an error.
///
/// The cases can be listed, and a value asked for its own: see ``CasePathIterable``. A case that is deprecated, or
/// not available everywhere, is not listed; nor is any where a payload's type is called `Element` or `Iterator`, as
/// those names mean the types of a sequence then.
///
/// An enum that is marked `@dynamicMemberLookup` as well has an optional property for each case:
/// `state.child`.
@attached(extension, conformances: CasePathable, CasePathIterable)
@attached(member, names: named(AllCasePaths), named(allCasePaths))
public macro CasePathable() =
  #externalMacro(module: "PandoMacros", type: "CasePathableMacro")
