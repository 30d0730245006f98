// The other files of this module do not import Responders: one `package import` would exclude its code from cross-module
// optimization in the whole module, which cost 700 instructions per page.
@_exported public import Languages
@_exported public import Responders
