/// Makes a struct of closures a client for ``Dependency``: something that a test overrides closure by
/// closure.
///
/// ```swift
/// @DependencyClient
/// struct WeatherClient {
///   var forecast: @Sendable (_ city: String, _ days: Int) async throws -> [Forecast]
///   var isOnline: @Sendable () -> Bool = { false }
/// }
/// ```
///
/// It adds
/// - `init()`, with which every closure is unimplemented: called, it is reported as an issue, and
///   then throws ``Unimplemented``, or does what the default does. A closure that neither throws nor
///   returns `Void` or an optional, which is nil then, must have a default. There is no `init()` where another property has none,
/// - an initialiser that takes every property, with the access of the struct,
/// - for each closure with named parameters a method that has them as labels: `forecast(city:days:)`.
@attached(member, names: arbitrary)
public macro DependencyClient() =
  #externalMacro(module: "PandoMacros", type: "DependencyClientMacro")
