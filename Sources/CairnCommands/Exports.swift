// A program usually needs no other import.
@_exported public import Cairn
