import Pando
import PandoEnvironment

// Both modules have a `Reducer`; in this one the name means the struct.
typealias Reducer = PandoEnvironment.Reducer
