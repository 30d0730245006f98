// A program needs no other import.
@_exported public import Cairn
