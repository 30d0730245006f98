import Sockets
import Testing

@Suite("RFC 4632: ranges of addresses") struct AddressRangeTests {
    @Test(arguments: [
        ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false), ("192.0.2.128/25", "192.0.2.255", true),
        ("192.0.2.128/25", "192.0.2.127", false), ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
        ("0.0.0.0/0", "203.0.113.9", true), ("0.0.0.0/0", "::1", false), ("::/0", "2001:db8::1", true),
        ("2001:db8::/33", "2001:db8:7fff::1", true), ("2001:db8::/33", "2001:db8:8000::1", false), ("::1", "::1", true),
    ])
    func `a range contains the addresses with its prefix`(range: String, address: String, isInside: Bool) throws {
        let range = try #require(AddressRange(range))
        #expect(range.contains(try SocketAddress(host: address, port: 80)) == isInside)
    }
}

@Suite("RFC 4291 §2.5.3, §2.5.4: networks and loopback addresses") struct NetworkTests {
    @Test(arguments: [
        ("192.0.2.7", "192.0.2.7"), ("255.255.255.255", "255.255.255.255"), ("2001:db8:0:1::9", "2001:db8:0:1::/64"),
        ("::1", "::/64"),
    ])
    func `a network is printed in CIDR notation`(host: String, name: String) throws {
        #expect(SocketAddress.name(ofNetwork: try SocketAddress(host: host, port: 1).network) == name)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("0.0.0.0", false), ("::", false),
        ("128.0.0.1", false), ("2001:db8::1", false), ("::2", false), ("100::1", false),
    ])
    func `loopback addresses belong to this machine`(host: String, isOfThisMachine: Bool) throws {
        #expect(try SocketAddress(host: host, port: 1).isOfThisMachine == isOfThisMachine)
    }

    @Test func `clients of a Unix-domain socket belong to this machine`() {
        #expect(SocketAddress.local.isOfThisMachine)
    }
}
