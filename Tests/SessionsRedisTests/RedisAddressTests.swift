import Testing

@testable import SessionsRedis

@Suite("The address of Redis servers") struct RedisAddressTests {
    typealias Host = RedisAddress.Host
    typealias Servers = RedisAddress.Servers

    @Test(
        arguments: [
            ("redis://db.example", .primary(Host(name: "db.example", port: 6_379))),
            ("redis://db.example/", .primary(Host(name: "db.example", port: 6_379))),
            ("redis://127.0.0.1:1", .primary(Host(name: "127.0.0.1", port: 1))),
            ("redis://[::1]", .primary(Host(name: "::1", port: 6_379))),
            ("redis://user:pass@[fe80::1%eth0]:65535", .primary(Host(name: "fe80::1%eth0", port: 65_535))),
            ("rediss://db.example:6380", .primary(Host(name: "db.example", port: 6_380))),
            ("unix:/run/redis.sock", .unixSocket(path: "/run/redis.sock")),
            ("unix:/run/with%20space%3F@x", .unixSocket(path: "/run/with space?@x")),
            ("unix:///run/redis.sock", .unixSocket(path: "/run/redis.sock")),
            ("unix://user:pass@/run/redis.sock", .unixSocket(path: "/run/redis.sock")),
            ("redis-sentinel://a/mymaster", .sentinels([Host(name: "a", port: 26_379)], name: "mymaster")),
            (
                "rediss-sentinel://a:1,[::1],c/my%2Fmaster/3",
                .sentinels(
                    [Host(name: "a", port: 1), Host(name: "::1", port: 26_379), Host(name: "c", port: 26_379)],
                    name: "my/master")
            ),
            (
                "redis-cluster://a,b:7001",
                .cluster([Host(name: "a", port: 6_379), Host(name: "b", port: 7_001)])
            ),
            ("rediss-cluster://user:pass@a", .cluster([Host(name: "a", port: 6_379)])),
            ("redis-cluster://a/0", .cluster([Host(name: "a", port: 6_379)])),
        ] as [(String, Servers)])
    func `each form of the URL names its servers`(url: String, servers: Servers) throws {
        let address = try RedisAddress(url)
        #expect(address.servers == servers)
        #expect(RedisAddress.isAddress(url))
        #expect((address.certificates != nil) == url.hasPrefix("rediss"))
    }

    @Test(
        arguments: [
            ("redis://h", nil), ("redis://:pw@h", ("default", "pw")), ("redis://me:pw@h", ("me", "pw")),
            ("redis://me:p%40%3A%2F%3F%25%C3%A9@h", ("me", "p@:/?%é")), ("redis://m%20e:p:w@h", ("m e", "p:w")),
            ("redis://me:p@w@h", ("me", "p@w")), ("unix://me:pw@/s", ("me", "pw")),
            ("redis-cluster://me:pw@a,b", ("me", "pw")), ("redis-sentinel://me:pw@a,b/name", ("me", "pw")),
        ] as [(String, (String, String)?)])
    func `credentials stand before the host`(url: String, expected: (String, String)?) throws {
        let credentials = try RedisAddress(url).credentials
        #expect(credentials?.user == expected?.0)
        #expect(credentials?.password == expected?.1)
    }

    @Test func `database, prefix, certificates and Sentinel's credentials are parameters`() throws {
        #expect(try RedisAddress("redis://h").database == 0)
        #expect(try RedisAddress("redis://h/12").database == 12)
        #expect(try RedisAddress("redis://h?db=3").database == 3)
        #expect(try RedisAddress("unix:/s?db=999999").database == 999_999)
        #expect(try RedisAddress("redis-sentinel://a/name/7").database == 7)
        #expect(try RedisAddress("redis://h").prefix == "cairn:")
        #expect(try RedisAddress("redis://h?prefix=a%25*").prefix == "a%*")
        let secure = try RedisAddress("rediss://h?ca=/a&cert=/b%26&key=/c")
        #expect(secure.certificates == .init(trusted: "/a", chain: "/b&", key: "/c"))
        let both = try RedisAddress("redis-sentinel://a/n?sentinel-password=pw&sentinel-user=me")
        #expect(both.sentinelCredentials == .init(user: "me", password: "pw"))
        let alone = try RedisAddress("redis-sentinel://a/n?sentinel-password=pw")
        #expect(alone.sentinelCredentials == .init(user: "default", password: "pw"))
        #expect(alone.credentials == nil)
    }

    @Test(
        arguments: [
            ("", "must begin with"), ("http://h", "must begin with"), ("REDIS://h", "must begin with"),
            ("redis:h", "must begin with"), ("redis://", "host"), ("redis://a,,b", "host"), ("redis://::1", "[::1]"),
            ("redis://[::1", "]"), ("redis://[]", "host"), ("redis://h:", "port"), ("redis://h:0", "port"),
            ("redis://h:65536", "port"), ("redis://h:x", "port"), ("redis://h:+80", "port"),
            ("redis://[::1]80", "port"),
            ("redis://a,b", "one host"), ("redis://h/x", "database"), ("redis://h/-1", "database"),
            ("redis://h/1000000", "database"), ("redis://h/+1", "database"), ("redis://h/0/1", "database"),
            ("redis://h/0000001", "database"),
            ("redis://h?db=1x", "database"), ("redis-cluster://a/1", "database 0"),
            ("redis-cluster://a?db=2", "database 0"),
            ("redis-sentinel://a", "name"), ("redis-sentinel://a/", "name"), ("redis-sentinel://a/%zz", "name"),
            ("unix:relative", "absolute"), ("unix:", "absolute"), ("unix://host/s", "absolute"),
            ("unix:/%f", "absolute"),
            ("redis://me@h", "credentials"), ("redis://me:@h", "credentials"), ("redis://me:%g0@h", "credentials"),
            ("redis://me:%FF@h", "credentials"), ("redis://h?", nil), ("redis://h?x=1", "parameter"),
            ("redis://h?db", "the value of db is missing"), ("redis://h?prefix=%zz", "percent"),
            ("redis://h?prefix=a%7Bb", "prefix"),
            ("redis://h?prefix=a%20b", "prefix"), ("redis://h?prefix=%C3%A9", "prefix"),
            ("redis://h?prefix=123456789012345678901234567890123", "prefix"), ("redis://h?ca=/a", "TLS"),
            ("rediss://h?cert=/a", "together"), ("rediss://h?key=/a", "together"),
        ] as [(String, String?)])
    func `an unusable URL is refused with its fault`(url: String, part: String?) throws {
        guard let part else { return _ = try RedisAddress(url) }
        let error = #expect(throws: RedisAddress.Invalid.self) { try RedisAddress(url) }
        #expect(error?.description.contains(part) == true, "\(String(describing: error))")
    }

    /// Passwords with characters that should have been percent-encoded end in other parts of the URL.
    @Test(arguments: [
        "redis://:SECRET@h:x", "redis://:SECRET/1@h", "redis://me:SECRET/1@h", "redis://me:12/SECRET@h",
        "redis://me:12?SECRET@h", "redis://me:12?db=SECRET@h", "redis://me:12?db=1&SECRET@h", "redis://SECRET@h",
        "redis://me:SECRET%zz@h", "redis://[SECRET@h", "redis://:SECRET/@h", "redis-sentinel://:SECRET/x@a/n?y",
        "redis-sentinel://a/n?sentinel-password=SECRET%zz", "redis-sentinel://a/n?sentinel-password=1&SECRET",
        "redis-cluster://:SECRET,x/@a", "unix://me:SECRET/x@/s", "rediss://h?cert=SECRET",
        "redis://h?sentinel-passwort=SECRET",
        "redis://h?ca=SECRET", "redis://a,:SECRET", "redis://::SECRET",
    ])
    func `no error text contains a part of a password`(url: String) {
        let error = #expect(throws: RedisAddress.Invalid.self) { try RedisAddress(url) }
        #expect(error.map { "\($0)" }?.contains("SECRET") == false, "\(String(describing: error))")
    }

    @Test(arguments: [
        ("redis://me:SECRET@h/1", "redis://h:6379"), ("unix://me:SECRET@/run/s", "unix:/run/s"),
        (
            "rediss-sentinel://me:SECRET@a,[::1]:5/name?sentinel-password=SECRET",
            "redis-sentinel://a:26379,[::1]:5/name"
        ),
        ("redis-cluster://me:SECRET@a,b", "redis-cluster://a:6379,b:6379"),
    ])
    func `the description has the servers and no credentials`(url: String, text: String) throws {
        let address = try RedisAddress(url)
        #expect(address.description == text)
        #expect("\(address)" == text)
        #expect(!String(reflecting: address).contains("SECRET"))
        let credentials = try #require(address.credentials)
        #expect(!"\(credentials)".contains("SECRET"))
        #expect(!String(reflecting: credentials).contains("SECRET"))
    }
}
