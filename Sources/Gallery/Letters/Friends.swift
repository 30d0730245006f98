import Cairn

/// Selects a friend. The container that handles the action decides the effect.
struct SelectFriend: Action { var friend: Friend.ID }
/// Opens the composer for a friend.
struct WriteTo: Action { var friend: Friend.ID }

enum FriendsRoute: Route {
    case list, friend(Friend.ID), write(Friend.ID)

    var transition: Transition {
        switch self {
        case .list, .friend: .push
        case .write: .modal
        }
    }
}

/// The tab of friends: selecting one shows their details.
final class FriendsNavigation: NavigationController<FriendsRoute> {
    let post: PostOffice

    init(post: PostOffice) {
        self.post = post
        super.init(root: .list)
    }

    override class var actions: [Handler] { [.on(select), .on(write), .on(sent)] }

    func select(_ action: SelectFriend) { show(.friend(action.friend)) }
    func write(_ action: WriteTo) { show(.write(action.friend)) }
    func sent(_ action: MessageSent) { dismiss() }

    override func destination(for route: FriendsRoute) throws -> ViewController {
        switch route {
        case .list:
            let list = FriendList(Friend.all).titled("Friends")
            list.navigationItem.rightBarButtonItems = [BarButtonItem("Sign out", role: .cancel, action: SignOut())]
            return list
        case .friend(let id):
            let friend = try Friend.named(id)
            return FriendDetails(friend).titled(friend.name)
        case .write(let id): return NewMessageNavigation(post: post, recipient: id)
        }
    }
}

/// All friends. It only sends the selected friend in an action, so it is reused wherever a visitor chooses a friend.
final class FriendList: ViewController {
    let friends: [Friend]

    init(_ friends: [Friend]) {
        self.friends = friends
        super.init()
    }

    @ViewBuilder override var view: any View {
        List("Friends") {
            ForEach(friends) {
                Row($0.name, subtitle: $0.home, action: SelectFriend(friend: $0.id)).avatar($0.name)
            }
        }
    }
}

/// The details of a friend.
final class FriendDetails: ViewController {
    let friend: Friend

    init(_ friend: Friend) {
        self.friend = friend
        super.init()
    }

    @ViewBuilder override var view: any View {
        Text(friend.about)
        List("About \(friend.name)") {
            Row("Lives in", subtitle: friend.home).icon(.house)
            Row("Writes about", subtitle: friend.subject).icon(.pencil)
        }
        Button("Write to \(friend.name)", icon: .envelope, role: .primary, action: WriteTo(friend: friend.id))
    }
}
