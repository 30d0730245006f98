import CairnTesting
import Testing

@Suite("Passport: languages") struct PassportLanguageTests {
    @Test func `a visitor chooses a language, and all later pages have it`() async throws {
        try await Transport.memory.passport { visitor in
            var page = try await visitor.click("العربية")
            #expect(page.heading == "افتح جوازك" && page.source.contains("<html lang=\"ar\" dir=\"rtl\">"))
            try visitor.fill("البريد الإلكتروني", with: "specimen@example.org")
            try visitor.fill("كلمة المرور", with: "12345678")
            page = try await visitor.click("افتح جوازي")
            #expect(page.heading == "جواز السفر")
            page = try await visitor.click("عرض صفحة البيانات")
            #expect(page.details["تاريخ الميلاد"] == "1 يناير 1970")
            try await visitor.click("تم")
            try await visitor.click("تسجيل الخروج")
            page = try await visitor.click("Deutsch")
            #expect(page.heading == "Pass öffnen" && page.title == "Pass öffnen · Pass")
        }
    }
}
