// `import NavigationKit` imports these five modules.
@_exported public import Languages
@_exported public import Navigation
@_exported public import Responders
@_exported public import Topics
@_exported public import Views
