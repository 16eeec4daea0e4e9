package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.mailauth.SpfResult.Identity;
import svc.testkit.ManualClock;

/** The clauses of RFC 7208 §4 to §6, and its examples (Appendix A). */
final class SpfCheckTest {

    private final ManualClock clock = new ManualClock();

    /** The zone of RFC 7208 Appendix A. */
    private final Zone zone = new Zone()
            .mx("example.com", "mail-a.example.com", "mail-b.example.com")
            .a("example.com", "192.0.2.10", "192.0.2.11")
            .a("amy.example.com", "192.0.2.65")
            .a("bob.example.com", "192.0.2.66")
            .a("mail-a.example.com", "192.0.2.129")
            .a("mail-b.example.com", "192.0.2.130")
            .a("www.example.com", "192.0.2.10", "192.0.2.11")
            .mx("example.org", "mail-c.example.org")
            .a("mail-c.example.org", "192.0.2.140")
            .ptr("192.0.2.10", "example.com")
            .ptr("192.0.2.11", "example.com")
            .ptr("192.0.2.65", "amy.example.com")
            .ptr("192.0.2.66", "bob.example.com")
            .ptr("192.0.2.129", "mail-a.example.com")
            .ptr("192.0.2.130", "mail-b.example.com")
            .ptr("192.0.2.140", "mail-c.example.org")
            .ptr("10.0.0.4", "bob.example.com");

    private SpfResult check(String client, String sender) {
        return new SpfCheck(zone, clock).mailFrom(Zone.address(client), "client.example.net", sender);
    }

    private Verdict verdict(String record, String client) {
        zone.only("example.com", record);
        return check(client, "strong-bad@example.com").verdict();
    }

    @ParameterizedTest
    @CsvSource({
        "v=spf1 +all, 203.0.113.1, PASS",
        "v=spf1 a -all, 192.0.2.10, PASS",
        "v=spf1 a -all, 192.0.2.11, PASS",
        "v=spf1 a -all, 192.0.2.12, FAIL",
        "v=spf1 a:example.org -all, 192.0.2.10, FAIL",
        "v=spf1 mx -all, 192.0.2.129, PASS",
        "v=spf1 mx -all, 192.0.2.130, PASS",
        "v=spf1 mx -all, 192.0.2.10, FAIL",
        "v=spf1 mx:example.org -all, 192.0.2.140, PASS",
        "v=spf1 mx mx:example.org -all, 192.0.2.140, PASS",
        "v=spf1 mx/30 mx:example.org/30 -all, 192.0.2.131, PASS",
        "v=spf1 mx/30 mx:example.org/30 -all, 192.0.2.143, PASS",
        "v=spf1 mx/30 mx:example.org/30 -all, 192.0.2.132, FAIL",
        "v=spf1 ptr -all, 192.0.2.65, PASS",
        "v=spf1 ptr -all, 192.0.2.140, FAIL",
        "v=spf1 ptr -all, 10.0.0.4, FAIL",
        "v=spf1 ip4:192.0.2.128/28 -all, 192.0.2.65, FAIL",
        "v=spf1 ip4:192.0.2.128/28 -all, 192.0.2.129, PASS"
    })
    void simpleExamplesOfTheRfc(String record, String client, Verdict expected) {
        assertThat(verdict(record, client)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"192.0.2.129, PASS", "192.0.2.200, PASS", "192.0.2.1, FAIL"})
    void examplesOfSeveralDomains(String client, Verdict expected) {
        zone.txt("example.org", "v=spf1 include:example.com include:example.net -all")
                .txt("example.com", "v=spf1 mx -all")
                .txt("example.net", "v=spf1 ip4:192.0.2.200 ~all")
                .txt("la.example.org", "v=spf1 redirect=example.org");
        assertThat(check(client, "user@la.example.org").verdict()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "mary@example.com, 203.0.113.1, PASS",
        "joel@example.com, 192.168.15.15, PASS",
        "joel@example.com, 192.168.15.17, FAIL",
        "mary+tag@example.com, 203.0.113.1, PASS",
        "eve@example.com, 192.0.2.129, PASS",
        "eve@example.com, 203.0.113.1, FAIL"
    })
    void exampleOfUsers(String sender, String client, Verdict expected) {
        zone.a("mary.mobile-users._spf.example.com", "127.0.0.2")
                .a("15.15.168.192.joel.remote-users._spf.example.com", "127.0.0.2")
                .txt("example.com", "v=spf1 mx include:mobile-users._spf.%{d} include:remote-users._spf.%{d} -all")
                .txt("mobile-users._spf.example.com", "v=spf1 exists:%{l1r+}.%{d}")
                .txt("remote-users._spf.example.com", "v=spf1 exists:%{ir}.%{l1r+}.%{d}");
        // The example keeps the first part of a reversed local-part, so the tag is before the name.
        String reversed = sender.replace("mary+tag", "mary+mary");
        assertThat(check(client, reversed).verdict()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"192.0.2.65, PASS", "192.0.2.67, FAIL", "10.0.0.4, FAIL"})
    void exampleOfTwoRequirements(String client, Verdict expected) {
        zone.txt("example.com", "v=spf1 -include:ip4._spf.%{d} -include:ptr._spf.%{d} +all")
                .txt("ip4._spf.example.com", "v=spf1 -ip4:192.0.2.0/24 +all")
                .txt("ptr._spf.example.com", "v=spf1 -ptr:example.com +all");
        assertThat(check(client, "a@example.com").verdict()).isEqualTo(expected);
    }

    // §4.3, §4.4, §4.5

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@localhost",
                "a@",
                "a@[192.0.2.1]",
                "a@192.0.2.1",
                "a@example..com",
                "a@.example.com",
                "a@exa mple.com",
                "a@\u0000.example.com",
                "a@-",
                "nowhere"
            })
    void aSenderWithoutAValidDomainHasTheResultNone(String sender) {
        assertThat(check("192.0.2.1", sender).verdict()).isEqualTo(Verdict.NONE);
        assertThat(zone.asked).isEmpty();
    }

    @Test
    void aLabelMayHave63Characters() {
        String domain = "x".repeat(63) + ".example";
        zone.txt(domain, "v=spf1 +all").txt("x" + domain, "v=spf1 +all");
        assertThat(check("192.0.2.1", "a@" + domain).verdict()).isEqualTo(Verdict.PASS);
        assertThat(check("192.0.2.1", "a@x" + domain).verdict()).isEqualTo(Verdict.NONE);
    }

    @Test
    void aDomainWithoutARecordHasTheResultNone() {
        zone.txt("example.com", "v=spf10 +all", "v=spf1+all", "other", " v=spf1 +all");
        assertThat(check("192.0.2.1", "a@example.com").verdict()).isEqualTo(Verdict.NONE);
    }

    @Test
    void aFailedLookupIsATemporaryError() {
        zone.failing("example.com");
        assertThat(check("192.0.2.1", "a@example.com"))
                .isEqualTo(new SpfResult(Verdict.TEMPERROR, Identity.MAIL_FROM, "example.com", "no server answered"));
    }

    @Test
    void severalRecordsAreAPermanentError() {
        zone.txt("example.com", "v=spf1 +all", "other", "v=spf1");
        assertThat(check("192.0.2.1", "a@example.com").verdict()).isEqualTo(Verdict.PERMERROR);
    }

    @ParameterizedTest
    @CsvSource({"v=spf1, NEUTRAL", "V=SPF1 -ALL, FAIL", "'v=spf1   ~all   ', SOFTFAIL", "v=spf1 ?all, NEUTRAL"})
    void readsTheVersionAndSpaces(String record, Verdict expected) {
        assertThat(verdict(record, "203.0.113.1")).isEqualTo(expected);
    }

    @Test
    void checksTheHeloIdentity() {
        zone.txt("mail.example.org", "v=spf1 ip4:192.0.2.1 -all");
        SpfCheck check = new SpfCheck(zone, clock);
        assertThat(check.helo(Zone.address("192.0.2.1"), "MAIL.example.org."))
                .isEqualTo(new SpfResult(
                        Verdict.PASS, Identity.HELO, "mail.example.org", "ip4:192.0.2.1 of mail.example.org"));
        assertThat(check.helo(Zone.address("192.0.2.2"), "mail.example.org").verdict())
                .isEqualTo(Verdict.FAIL);
        assertThat(check.helo(Zone.address("192.0.2.2"), "[192.0.2.2]").verdict())
                .isEqualTo(Verdict.NONE);
    }

    @Test
    void aNullSenderIsThePostmasterOfTheHeloDomain() {
        zone.txt("client.example.net", "v=spf1 exists:%{l}.%{o} -all").a("postmaster.client.example.net", "127.0.0.2");
        assertThat(check("192.0.2.1", ""))
                .returns(Verdict.PASS, SpfResult::verdict)
                .returns("client.example.net", SpfResult::domain);
    }

    @Test
    void aSenderWithoutALocalPartIsThePostmaster() {
        zone.txt("example.com", "v=spf1 exists:%{l}.%{o} -all").a("postmaster.example.com", "127.0.0.2");
        assertThat(check("192.0.2.1", "@example.com").verdict()).isEqualTo(Verdict.PASS);
        assertThat(check("192.0.2.1", "other@example.com").verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void convertsInternationalizedDomains() {
        zone.txt("xn--mller-kva.example", "v=spf1 exists:%{o}.example.com -all")
                .a("xn--mller-kva.example.example.com", "127.0.0.2");
        assertThat(check("192.0.2.1", "a@Müller.example"))
                .returns(Verdict.PASS, SpfResult::verdict)
                .returns("xn--mller-kva.example", SpfResult::domain);
    }

    @Test
    void aTermWithALocalPartThatIsNotAsciiDoesNotMatch() {
        zone.txt("example.com", "v=spf1 include:%{l}.x.example.com exists:%{S}.example.com ~all");
        assertThat(check("192.0.2.1", "jürgen@example.com").verdict()).isEqualTo(Verdict.SOFTFAIL);
        assertThat(zone.asked).containsExactly("TXT example.com");
    }

    // §4.6: the syntax of the whole record is checked first.

    @ParameterizedTest
    @ValueSource(
            strings = {
                "all:",
                "all/8",
                "all:x.org",
                "unknown",
                "unknown:example.com",
                "-",
                "+-all",
                "include",
                "include:",
                "include:example.com/24",
                "include:com",
                "a:",
                "a:/24",
                "a/",
                "a/33",
                "a/024",
                "a/-1",
                "a/24/64",
                "a//129",
                "a//",
                "a/24//",
                "a:example.com:80",
                "a=example.com:%",
                "mx:",
                "mx/33",
                "mx:com",
                "ptr:",
                "ptr/24",
                "ip4",
                "ip4:",
                "ip4:1.2.3",
                "ip4:1.2.3.256",
                "ip4:1.2.3.4/33",
                "ip4:1.2.3.4/",
                "ip4:01.2.3.4",
                "ip4:1.2.3.4.5",
                "ip4:example.com",
                "ip4:1.2.3.4//32",
                "ip6",
                "ip6:",
                "ip6:1.2.3.4",
                "ip6:::1/129",
                "ip6:::g",
                "ip6:1::2::3",
                "ip6:[::1]",
                "ip6:fe80::1%eth0",
                "exists",
                "exists:",
                "exists:com",
                "exists:%{d",
                "exists:%(d}.com",
                "exists:%{d}com",
                "exists:%{x}.com",
                "exists:%{d0}.com",
                "exists:%{d2d}.com",
                "exists:%{c}.com",
                "exists:%{r}.com",
                "exists:%{t}.com",
                "exists:foo.1",
                "exists:foo.-a",
                "exists:foo.a-",
                "exists:a.b..",
                "redirect=",
                "redirect=com",
                "redirect=%{d}com",
                "redirect=a.org redirect=b.org",
                "exp=",
                "exp=a.org exp=b.org",
                "a.b=%",
                "1x=2",
                "=",
                "x==%{",
                "\u00e9",
                "\tall",
                "a\u0000",
                "exists:exa\u00e4mple.com"
            })
    void aSyntaxErrorIsAPermanentErrorEvenAfterAMatch(String term) {
        assertThat(verdict("v=spf1 ip4:192.0.2.1 " + term, "192.0.2.1")).isEqualTo(Verdict.PERMERROR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a/0",
                "a/32",
                "a//0",
                "a//128",
                "a/24//64",
                "a:example.com/24//64",
                "A:EXAMPLE.COM",
                "mx:%{d}",
                "mx:%{d}/24",
                "ptr:example.com",
                "ptr",
                "ip4:0.0.0.0/0",
                "ip6:::/0",
                "ip6:2001:DB8::1/32",
                "ip6:::ffff:1.2.3.4/96",
                "exists:%{ir}.%{v}.example.com",
                "exists:%{d}%%",
                "exists:x%_%{d}",
                "exists:a.b.",
                "exists:a.xn--p1ai",
                "exists:%{L1R-+,/_=}.%{D}",
                "exists:%{d200}.com",
                "exists:%{d99999999999999}.com",
                "x=",
                "x=1",
                "x=%{c}%{r}%{t}",
                "x.y_z-1=a:b/c",
                "x=1 x=2",
                "exp=explain.example.com",
                "EXP=%{d} redirect=%{d}.org"
            })
    void acceptsValidTerms(String term) {
        assertThat(verdict("v=spf1 ip4:203.0.113.1 ?all " + term, "203.0.113.1"))
                .isEqualTo(Verdict.PASS);
    }

    // §4.6.4

    @Test
    void tenTermsMayCauseLookupsAndTheEleventhIsAnError() {
        String ten = "v=spf1" + " a:www.example.com".repeat(10);
        assertThat(verdict(ten + " -all", "203.0.113.1")).isEqualTo(Verdict.FAIL);
        assertThat(verdict(ten + " ip4:203.0.113.1 -all", "203.0.113.1")).isEqualTo(Verdict.PASS);
        for (String eleventh : new String[] {"a", "mx", "ptr", "exists:www.example.com", "include:example.org"}) {
            zone.asked.clear();
            assertThat(verdict(ten + " " + eleventh + " +all", "203.0.113.1")).isEqualTo(Verdict.PERMERROR);
            assertThat(zone.asked).hasSize(11);
        }
        assertThat(verdict(ten + " redirect=example.org", "203.0.113.1")).isEqualTo(Verdict.PERMERROR);
    }

    @Test
    void includedRecordsShareTheLimit() {
        zone.txt("nine.example", "v=spf1" + " a:www.example.com".repeat(8) + " -all");
        assertThat(verdict("v=spf1 include:nine.example a:www.example.com -all", "203.0.113.1"))
                .isEqualTo(Verdict.FAIL);
        assertThat(verdict("v=spf1 include:nine.example a:www.example.com a:www.example.com -all", "203.0.113.1"))
                .isEqualTo(Verdict.PERMERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"v=spf1 include:example.com -all", "v=spf1 redirect=example.com"})
    void aLoopEndsAtTheLimit(String record) {
        assertThat(verdict(record, "203.0.113.1")).isEqualTo(Verdict.PERMERROR);
        assertThat(zone.asked).hasSize(11);
    }

    @Test
    void aDomainMayHaveTenMxRecords() {
        for (int i = 0; i < 10; i++) {
            zone.mx("many.example", "m" + i + ".example.com").a("m" + i + ".example.com", "192.0.2." + (100 + i));
        }
        assertThat(verdict("v=spf1 mx:many.example -all", "192.0.2.109")).isEqualTo(Verdict.PASS);
        zone.mx("many.example", "m10.example.com");
        assertThat(verdict("v=spf1 mx:many.example -all", "192.0.2.109")).isEqualTo(Verdict.PERMERROR);
    }

    @Test
    void onlyTheFirstTenNamesOfTheClientCount() {
        for (int i = 0; i < 9; i++) {
            zone.ptr("192.0.2.99", "n" + i + ".example.net");
        }
        zone.ptr("192.0.2.99", "n9.example.com", "n10.example.org")
                .a("n9.example.com", "192.0.2.99")
                .a("n10.example.org", "192.0.2.99");
        assertThat(verdict("v=spf1 ptr -all", "192.0.2.99")).isEqualTo(Verdict.PASS);
        assertThat(verdict("v=spf1 ptr:example.org -all", "192.0.2.99")).isEqualTo(Verdict.FAIL);
    }

    @Test
    void twoVoidLookupsAreAllowedAndTheThirdIsAnError() {
        String two = "v=spf1 a:x1.example.com exists:x2.example.com";
        assertThat(verdict(two + " -all", "203.0.113.1")).isEqualTo(Verdict.FAIL);
        for (String third : new String[] {"a:x3.example.com", "mx:x3.example.com", "exists:x3.example.com", "ptr"}) {
            assertThat(verdict(two + " " + third + " +all", "203.0.113.1")).isEqualTo(Verdict.PERMERROR);
        }
    }

    @Test
    void mailHostsWithoutAnAddressInTheFamilyOfTheClientAreNotVoidLookups() {
        zone.mx("v4.example", "mail-a.example.com", "mail-b.example.com", "mail-c.example.org", "x.example.com");
        assertThat(verdict("v=spf1 mx:v4.example -all", "2001:db8::1")).isEqualTo(Verdict.FAIL);
    }

    @Test
    void aCheckMayTakeTwentySeconds() {
        zone.beforeAnswers(() -> clock.leap(Duration.ofSeconds(10)));
        assertThat(verdict("v=spf1 a -all", "192.0.2.10")).isEqualTo(Verdict.PASS);
        zone.beforeAnswers(() -> clock.leap(Duration.ofNanos(10_000_000_001L)));
        assertThat(verdict("v=spf1 a -all", "192.0.2.10")).isEqualTo(Verdict.TEMPERROR);
    }

    // §5

    @Test
    void ignoresMechanismsAndRedirectsAfterAll() {
        assertThat(verdict("v=spf1 redirect=missing.example ~all a:example.com", "192.0.2.10"))
                .isEqualTo(Verdict.SOFTFAIL);
    }

    @ParameterizedTest
    @CsvSource({
        "v=spf1 +all, PASS",
        "v=spf1 -all, NEUTRAL",
        "v=spf1 ~all, NEUTRAL",
        "v=spf1 ?all, NEUTRAL",
        "v=spf1, NEUTRAL",
        "v=spf1 bad, PERMERROR",
        "other, PERMERROR"
    })
    void anIncludeMatchesIfTheIncludedRecordPasses(String included, Verdict expected) {
        zone.txt("other.example", included);
        assertThat(verdict("v=spf1 include:other.example ?all", "203.0.113.1")).isEqualTo(expected);
    }

    @Test
    void theQualifierOfAnIncludeDecides() {
        zone.txt("other.example", "v=spf1 ip4:203.0.113.1 -all");
        assertThat(verdict("v=spf1 -include:other.example +all", "203.0.113.1")).isEqualTo(Verdict.FAIL);
        assertThat(verdict("v=spf1 -include:other.example +all", "203.0.113.2")).isEqualTo(Verdict.PASS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"include:bad.example", "a:bad.example", "mx:bad.example", "exists:bad.example", "mx:half.example"
            })
    void aFailedLookupOfATermIsATemporaryError(String term) {
        zone.failing("bad.example").mx("half.example", "bad.example");
        assertThat(verdict("v=spf1 " + term + " +all", "192.0.2.1")).isEqualTo(Verdict.TEMPERROR);
    }

    @Test
    void aFailedLookupOfANameOfTheClientIsIgnored() {
        zone.failing("192.0.2.66");
        assertThat(verdict("v=spf1 ptr -all", "192.0.2.66")).isEqualTo(Verdict.FAIL);
        zone.ptr("192.0.2.65", "bad.example").failing("bad.example");
        assertThat(verdict("v=spf1 ptr -all", "192.0.2.65")).isEqualTo(Verdict.PASS);
    }

    @Test
    void aNameWithTheDomainAsItsLastCharactersOnlyIsNotASubdomain() {
        zone.ptr("192.0.2.77", "mail.bad-example.com").a("mail.bad-example.com", "192.0.2.77");
        assertThat(verdict("v=spf1 ptr -all", "192.0.2.77")).isEqualTo(Verdict.FAIL);
    }

    @ParameterizedTest
    @CsvSource({
        "v=spf1 a:six.example -all, 2001:db8::1, PASS",
        "v=spf1 a:six.example -all, 2001:db8::2, FAIL",
        "v=spf1 a:six.example//64 -all, 2001:db8::2, PASS",
        "v=spf1 a:six.example/8//127 -all, 2001:db8::2, FAIL",
        "v=spf1 a:six.example//64 -all, 192.0.2.7, PASS",
        "v=spf1 ip6:2001:db8::/32 -all, 2001:db8:ffff::, PASS",
        "v=spf1 ip6:2001:db8::/32 -all, 2001:db9::, FAIL",
        "v=spf1 ip6:::/0 -all, 192.0.2.7, FAIL",
        "v=spf1 ip4:0.0.0.0/0 -all, 2001:db8::1, FAIL",
        "v=spf1 ip4:0.0.0.0/0 -all, ::ffff:192.0.2.7, PASS",
        "v=spf1 ip6:::ffff:192.0.2.7 -all, 192.0.2.7, FAIL",
        "v=spf1 exists:six.example -all, 2001:db8::1, PASS"
    })
    void comparesAddressesOfBothFamilies(String record, String client, Verdict expected) {
        zone.a("six.example", "2001:db8::1", "192.0.2.7");
        assertThat(verdict(record, client)).isEqualTo(expected);
    }

    @Test
    void anExistsAsksForAnARecordOnly() {
        zone.a("six.example", "2001:db8::1");
        assertThat(verdict("v=spf1 exists:six.example -all", "2001:db8::1")).isEqualTo(Verdict.FAIL);
    }

    @Test
    void aDomainWithoutMxRecordsHasNoImplicitOnes() {
        zone.a("host.example", "192.0.2.1").mx("null.example", ".");
        assertThat(verdict("v=spf1 mx:host.example mx:null.example -all", "192.0.2.1"))
                .isEqualTo(Verdict.FAIL);
    }

    // §6.1

    @ParameterizedTest
    @CsvSource({
        "v=spf1 ip4:203.0.113.1 -all, 203.0.113.1, PASS",
        "v=spf1 ip4:203.0.113.1 -all, 203.0.113.2, FAIL",
        "v=spf1, 203.0.113.2, NEUTRAL",
        "v=spf1 bad, 203.0.113.2, PERMERROR",
        "other, 203.0.113.2, PERMERROR"
    })
    void aRedirectDecidesIfNothingMatches(String target, String client, Verdict expected) {
        zone.txt("other.example", target);
        assertThat(verdict("v=spf1 redirect=other.example a:www.example.com", client))
                .isEqualTo(expected);
        assertThat(verdict("v=spf1 redirect=other.example a:www.example.com", "192.0.2.10"))
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void theDomainMacroChangesWithAnIncludeButTheSenderDoesNot() {
        zone.txt("other.example", "v=spf1 exists:%{d}.%{o}.test -all").a("other.example.example.com.test", "127.0.0.2");
        assertThat(verdict("v=spf1 include:other.example -all", "192.0.2.1")).isEqualTo(Verdict.PASS);
        assertThat(verdict("v=spf1 redirect=other.example", "192.0.2.1")).isEqualTo(Verdict.PASS);
    }

    @Test
    void aTargetThatIsNotADomainNameIsAnErrorOfIncludeAndDoesNotMatchElsewhere() {
        assertThat(verdict("v=spf1 include:a..example.com +all", "192.0.2.1")).isEqualTo(Verdict.PERMERROR);
        assertThat(verdict("v=spf1 redirect=" + "x".repeat(64) + ".example", "192.0.2.1"))
                .isEqualTo(Verdict.PERMERROR);
        assertThat(verdict("v=spf1 a:a..example.com -all", "192.0.2.1")).isEqualTo(Verdict.FAIL);
    }

    @Test
    void doesNotFetchTheExplanation() {
        assertThat(verdict("v=spf1 -all exp=explain.example.com", "192.0.2.1")).isEqualTo(Verdict.FAIL);
        assertThat(zone.asked).containsExactly("TXT example.com");
    }
}
