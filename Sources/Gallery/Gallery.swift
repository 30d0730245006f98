import Cairn
import CairnCommands
import CairnTesting

/// The executable `cairn`: serves the library's example apps and runs the command-line tools.
@main
struct Gallery: CairnProgram {
    static var summary: String { "cairn serves the gallery of apps." }
    static var commands: [Command] { [.crawl, .new] }

    var apps: [HostedApplication] { Self.apps() }

    /// Creates the apps. A server keeps what their sessions share.
    static func apps(
        post: PostOffice = PostOffice(), office: PassportOffice = PassportOffice(), warehouse: Warehouse = Warehouse(),
        effort: Duration = .seconds(3), recordsActions: Bool = false
    ) -> [HostedApplication] {
        let gazetteer = Gazetteer()
        let shop = ShopDependencies(gazetteer: gazetteer, warehouse: warehouse)
        return [
            HostedApplication(
                "letters", title: "Letters", summary: "Friends, and the messages between you and them.",
                theme: Letters.theme,
                // No example for `name`: visitors with the same name share a mailbox, so each simulated visitor needs
                // its own.
                examples: ["text": "How are you?"], sharedLogs: [post.log], recordsActions: recordsActions
            ) { Letters(post: post) }.exportingLetters(from: post).describing(
                HomeTabs.self, FriendsNavigation.self, MessagesNavigation.self, MessageList.self, ConversationCell.self,
                NewMessageNavigation.self, Composer.self),
            HostedApplication(
                "planets", title: "Planets", summary: "The eight planets and their larger moons, side by side.",
                theme: Planets.theme, outsideHosts: ["science.nasa.gov"], readsTraits: true,
                recordsActions: recordsActions
            ) { Planets() },
            HostedApplication(
                "atlas", title: "Atlas", summary: "The cities of the world, and journeys of a hundred pages.",
                theme: Atlas.theme,
                examples: ["name": "Ida", "query": "tokyo"],
                // A search uses one processor for all of its time.
                taskLimits: BackgroundTaskLimits(running: 1, perSession: 2, perNetwork: 10, waiting: 100),
                recordsActions: recordsActions
            ) { Atlas(gazetteer: gazetteer, effort: effort) }.exportingRoundTrips(by: gazetteer),
            HostedApplication(
                "shop", title: "Shop", summary: "Books and maps that do not exist, and a basket to put them into.",
                theme: Shop.theme, readsTraits: true,
                examples: [
                    "name": "Ida", "password": "open sesame", "words": "atlas", "postcode": "1050", "holder": "Ida",
                    "code": "123", "agrees": "true",
                ], sharedLogs: [warehouse.log],
                taskLimits: BackgroundTaskLimits(running: 100, perSession: 50, perNetwork: 200),
                recordsActions: recordsActions
            ) { Shop(dependencies: shop) },
            HostedApplication(
                "passport", title: "Passport", summary: "A login or a sign-up, and a passport with stamps.",
                theme: Passport.theme, languages: Passport.languages,
                examples: [
                    "email": PassportRecord.specimen.email, "password": "12345678", "account.password": "12345678",
                    "details.name": "Ada Lovelace", "acceptsTerms": "true",
                ], sharedLogs: [office.register], recordsActions: recordsActions
            ) { Passport(office: office) },
        ]
    }
}
