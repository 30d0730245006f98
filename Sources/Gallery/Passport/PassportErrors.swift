import Cairn

/// A passport for this e-mail exists already.
struct PassportExists: PresentableError {
    let email: String

    var alert: Alert {
        Alert(
            title: localized("There is one already"),
            message: localized("\(email) has a passport. Cancel and open it, or give another e-mail."))
    }
}

/// The office has evicted this passport, or no passport is open.
struct PassportGone: PresentableError {
    var alert: Alert {
        Alert(
            title: localized("Your passport has run out"),
            message: localized("Nothing was changed. Apply for another one."))
    }
}

/// Every page of the passport has a stamp.
struct PassportFull: PresentableError {
    var alert: Alert {
        Alert(
            title: localized("No page is left"),
            message: localized("Each of the \(PassportOffice.pageCount) pages has its stamp. Nothing was changed."))
    }
}

/// All visitors share the specimen, so it cannot be changed.
struct PassportIsSpecimen: PresentableError {
    var alert: Alert {
        Alert(
            title: localized("This is a specimen"),
            message: localized(
                "Everybody looks at it, so nobody can change it. Log out to apply for a passport of your own."))
    }
}
