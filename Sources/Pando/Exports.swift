// What features name in nearly every file, and what the macros write into a file that imports Pando alone.
@_exported public import PandoBase
@_exported public import PandoCasePaths
@_exported public import PandoDependencies
@_exported public import PandoDialogs
@_exported public import PandoIdentifiedCollections
@_exported public import PandoSharing
