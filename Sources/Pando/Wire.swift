// What `@WireCoded` writes into a file that imports Pando alone names these types.
@_exported public import PandoWire
