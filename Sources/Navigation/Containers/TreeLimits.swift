/// The maximum for the setting of a stack's depth, in routes. A stored stack that is deeper is corrupt.
let maxStackDepth = 4_096

/// The maximum nesting of controllers, presented and embedded ones included. It bounds the recursive walks of the tree
/// and the length of the responder chain.
let maxNesting = 128
