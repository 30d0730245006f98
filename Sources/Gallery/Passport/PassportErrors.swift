import Cairn

/// A passport for this e-mail exists already.
struct PassportExists: PresentableError {
    let email: String

    var alert: Alert {
        Alert(
            title: "There is one already",
            message: "\(email) has a passport. Cancel and open it, or give another e-mail.")
    }
}

/// The office has evicted this passport, or no passport is open.
struct PassportGone: PresentableError {
    var alert: Alert {
        Alert(title: "Your passport has run out", message: "Nothing was changed. Apply for another one.")
    }
}

/// Every page of the passport has a stamp.
struct PassportFull: PresentableError {
    var alert: Alert {
        Alert(
            title: "No page is left",
            message: "Each of the \(PassportOffice.pageCount) pages has its stamp. Nothing was changed.")
    }
}

/// All visitors share the specimen, so it cannot be changed.
struct PassportIsSpecimen: PresentableError {
    var alert: Alert {
        Alert(
            title: "This is a specimen",
            message: "Everybody looks at it, so nobody can change it. Log out to apply for a passport of your own.")
    }
}
