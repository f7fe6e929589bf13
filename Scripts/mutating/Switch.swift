// Copied into each module that Scripts/mutate puts bugs into. Programs that tests start inherit it.
import Glibc

@usableFromInline
let mutantNumber = unsafe getenv("PANDO_MUTANT").flatMap { unsafe Int(String(cString: $0)) } ?? 0

@usableFromInline
func mutantIsOn(_ number: Int) -> Bool { number == mutantNumber }
