extension Duration {
    /// A time that lies so long ago. Coarse, so that a live page does not change each second.
    var sinceText: String {
        let minutes = components.seconds / 60
        return switch minutes {
        case ..<1: "less than a minute ago"
        case ..<60: "\(minutes) min ago"
        case ..<1_440: "\(minutes / 60) h ago"
        default: "\(minutes / 1_440) d ago"
        }
    }
}
