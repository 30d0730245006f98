// `import NavigationKit` imports these four modules.
@_exported public import Languages
@_exported public import Navigation
@_exported public import Responders
@_exported public import Views
