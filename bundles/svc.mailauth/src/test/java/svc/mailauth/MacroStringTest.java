package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.ManualClock;

/** Macros (RFC 7208 §7), seen in the names that a check looks up. */
final class MacroStringTest {

    private static final String DOMAIN = "email.example.com";

    private final Zone zone =
            new Zone().ptr("192.0.2.3", "mx.example.org").a("mx.example.org", "192.0.2.3", "2001:db8::cb01");

    /** Returns the name that {@code exists:SPEC} looks up. */
    private String expanded(String spec, String client, String sender) {
        zone.only(DOMAIN, "v=spf1 exists:" + spec + " -all");
        zone.asked.clear();
        SpfResult result = new SpfCheck(zone, new ManualClock()).mailFrom(Zone.address(client), "helo.example", sender);
        assertThat(result.verdict()).as(spec + " " + result.reason()).isEqualTo(Verdict.FAIL);
        List<String> names = zone.asked;
        return names.get(names.size() - 1).substring("A ".length());
    }

    @ParameterizedTest
    @CsvSource({
        "%{s}, strong-bad@email.example.com",
        "%{o}, email.example.com",
        "%{d}, email.example.com",
        "%{d4}, email.example.com",
        "%{d3}, email.example.com",
        "%{d2}, example.com",
        "%{d1}, com",
        "%{dr}, com.example.email",
        "%{d2r}, example.email",
        "%{l}, strong-bad",
        "%{l-}, strong.bad",
        "%{lr}, strong-bad",
        "%{lr-}, bad.strong",
        "%{l1r-}, strong",
        "%{ir}.%{v}._spf.%{d2}, 3.2.0.192.in-addr._spf.example.com",
        "%{lr-}.lp._spf.%{d2}, bad.strong.lp._spf.example.com",
        "%{lr-}.lp.%{ir}.%{v}._spf.%{d2}, bad.strong.lp.3.2.0.192.in-addr._spf.example.com",
        "%{ir}.%{v}.%{l1r-}.lp._spf.%{d2}, 3.2.0.192.in-addr.strong.lp._spf.example.com",
        "%{d2}.trusted-domains.example.net, example.com.trusted-domains.example.net",
        "%{h}, helo.example",
        "%{i}.%{D}, 192.0.2.3.email.example.com",
        "%{p}.x.test, mx.example.org.x.test",
        "%{p2}.x.test, example.org.x.test",
        "a%%b%_c%-d.%{d}, a%b c%20d.email.example.com",
        "%{d127}, email.example.com",
        "%{d.}, email.example.com",
        "%{S}.test, strong-bad%40email.example.com.test",
        "%{d}.test., email.example.com.test"
    })
    void expandsTheExamplesOfTheRfc(String spec, String expected) {
        assertThat(expanded(spec, "192.0.2.3", "strong-bad@email.example.com")).isEqualTo(expected);
    }

    @Test
    void expandsAnIpv6Address() {
        assertThat(expanded("%{ir}.%{v}._spf.%{d2}", "2001:db8::cb01", "a@email.example.com"))
                .isEqualTo("1.0.b.c.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6._spf.example.com");
    }

    @Test
    void splitsAtEveryDelimiterAndKeepsEmptyParts() {
        assertThat(expanded("%{l+-}.x.test", "192.0.2.3", "a+b--c@email.example.com"))
                .isEqualTo("a.b..c.x.test");
        assertThat(expanded("%{l2r/_,=}.x.test", "192.0.2.3", "a/b_c,d=e@email.example.com"))
                .isEqualTo("b.a.x.test");
        assertThat(expanded("%{l}.x.test", "192.0.2.3", "a.b-c@email.example.com"))
                .isEqualTo("a.b-c.x.test");
    }

    @Test
    void escapesAllButUnreservedCharacters() {
        assertThat(expanded("%{L}.x.test", "192.0.2.3", "a-._~*+/=?'b@email.example.com"))
                .isEqualTo("a-._~%2A%2B%2F%3D%3F%27b.x.test");
    }

    @Test
    void removesLabelsAtTheStartOfANameThatIsTooLong() {
        String local = "a." + "b".repeat(60) + "." + "c".repeat(60) + "." + "d".repeat(60);
        String longest = expanded("%{l}." + "e".repeat(56) + ".example.org", "192.0.2.3", local + "@email.example.com");
        assertThat(longest).hasSize(253).startsWith("a.b");
        String shortened =
                expanded("%{l}." + "e".repeat(57) + ".example.org", "192.0.2.3", local + "@email.example.com");
        assertThat(shortened).hasSize(252).startsWith("b");
    }

    @Test
    void theNameOfAClientWithoutValidNamesIsUnknown() {
        assertThat(expanded("%{p}.x.test", "192.0.2.4", "a@email.example.com")).isEqualTo("unknown.x.test");
    }

    @Test
    void prefersTheNameThatIsTheDomainAndThenASubdomain() {
        zone.ptr("192.0.2.5", "a.test", "b.email.example.com", DOMAIN)
                .a("a.test", "192.0.2.5")
                .a("b.email.example.com", "192.0.2.5");
        assertThat(expanded("%{p}.x.test", "192.0.2.5", "a@email.example.com")).isEqualTo("b.email.example.com.x.test");
        zone.a(DOMAIN, "192.0.2.5");
        assertThat(expanded("%{p}.x.test", "192.0.2.5", "a@email.example.com")).isEqualTo("email.example.com.x.test");
    }

    @Test
    void theMacroOfTheClientNameCountsAsOneTerm() {
        zone.only(DOMAIN, "v=spf1 exists:%{p}.x.test" + " a:mx.example.org".repeat(8) + " ~all");
        SpfCheck check = new SpfCheck(zone, new ManualClock());
        assertThat(check.mailFrom(Zone.address("192.0.2.4"), "h", "a@" + DOMAIN).verdict())
                .isEqualTo(Verdict.SOFTFAIL);
        zone.only(DOMAIN, "v=spf1 exists:%{p}.x.test" + " a:mx.example.org".repeat(9) + " ~all");
        assertThat(check.mailFrom(Zone.address("192.0.2.4"), "h", "a@" + DOMAIN).verdict())
                .isEqualTo(Verdict.PERMERROR);
    }
}
