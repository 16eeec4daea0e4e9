package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import svc.mime.HeaderField;
import svc.testkit.ManualClock;

/** Input that an attacker could send: everything has a result within limited time. */
@Timeout(30)
final class HostileInputTest {

    private static final Signer SIGNER = Signer.rsa("example.org", "s", 1_024);
    private static final int LONG = 200_000;

    private final ManualClock clock = new ManualClock();
    private final Zone zone = new Zone().txt(SIGNER.keyName(), SIGNER.record());

    static List<String> hostileFields() {
        String tags = IntStream.range(0, 10_000).mapToObj(i -> "t" + i + "=x").collect(Collectors.joining(";"));
        return List.of(
                tags,
                "v=1;" + tags,
                "a=" + " \t".repeat(LONG / 2),
                "=".repeat(LONG),
                ";".repeat(LONG),
                "x=" + "\r\n ".repeat(LONG / 3),
                "i=1; " + "(".repeat(LONG),
                "i=1; \"" + "\\".repeat(LONG),
                '"' + "a".repeat(LONG) + "\"; none",
                '"' + "\\a".repeat(LONG / 2) + "\"; none",
                "a ".repeat(LONG / 2),
                "x; " + "dmarc=".repeat(LONG / 6),
                "\u0000".repeat(LONG),
                "\u00ff".repeat(LONG),
                "h=" + "from:".repeat(LONG / 5),
                "v=1; a=rsa-sha256; d=example.org; s=s; bh=; b=; h=" + "x:".repeat(LONG / 2) + "from",
                "v=1; a=rsa-sha256; d=" + "a.".repeat(LONG / 2) + "org; s=s; bh=; b=; h=from",
                "v=1; a=rsa-sha256; d=example.org; s=" + "s.".repeat(LONG / 2) + "; bh=; b=; h=from",
                "v=1; a=rsa-sha256; d=example.org; s=s; h=from; bh=; b=" + "A".repeat(LONG),
                "v=1; a=rsa-sha256; d=example.org; s=s; h=from; t=" + "9".repeat(LONG) + "; bh=; b=");
    }

    @ParameterizedTest
    @MethodSource("hostileFields")
    void everyFieldHasAResult(String value) {
        for (String name :
                List.of("DKIM-Signature", "ARC-Seal", "ARC-Message-Signature", "ARC-Authentication-Results")) {
            MessageSignatures message = Messages.read(name + ": " + value + "\r\n" + Messages.PLAIN);
            assertThat(new DkimVerifier(zone, clock).verify(message))
                    .allSatisfy(result -> assertThat(result.verdict()).isNotEqualTo(Verdict.PASS));
            assertThat(new ArcVerifier(zone, clock).verify(message).verdict()).isIn(Verdict.NONE, Verdict.FAIL);
        }
        HeaderField field = HeaderField.of("Authentication-Results", value);
        AuthenticationResults.claims(field, "mx.example.org");
    }

    @ParameterizedTest
    @MethodSource("hostileFields")
    void everyRecordHasAResult(String text) {
        zone.only(SIGNER.keyName(), text)
                .only("example.com", "v=spf1 " + text)
                .only("_dmarc.example.com", "v=DMARC1;" + text);
        assertThat(new DkimVerifier(zone, clock).verify(Messages.read(SIGNER.sign(Messages.PLAIN))))
                .extracting(DkimResult::verdict)
                .containsExactly(Verdict.PERMERROR);
        SpfResult spf = new SpfCheck(zone, clock).mailFrom(Zone.address("192.0.2.1"), text, text + "@example.com");
        assertThat(spf.verdict()).isIn(Verdict.PERMERROR, Verdict.NEUTRAL);
        MessageSignatures from = Messages.read("From: a@example.com\r\n\r\n");
        assertThat(new DmarcVerifier(zone)
                        .verify(from.headers(), spf, List.of())
                        .policy())
                .isEqualTo(DmarcPolicy.NONE);
    }

    @Test
    void aRecordWithVeryManyTermsHasAResult() {
        zone.txt("example.com", "v=spf1" + " ip4:192.0.2.1".repeat(50_000) + " -all")
                .txt("macros.example", "v=spf1 exists:" + "%{l1r+-}.".repeat(10_000) + "%{d} -all")
                .txt("slashes.example", "v=spf1 a:" + "/1".repeat(50_000) + ".com/1/1 -all");
        SpfCheck check = new SpfCheck(zone, clock);
        assertThat(check.mailFrom(Zone.address("192.0.2.2"), "h", "a@example.com")
                        .verdict())
                .isEqualTo(Verdict.FAIL);
        assertThat(check.mailFrom(Zone.address("192.0.2.2"), "h", "a+b-c@macros.example")
                        .verdict())
                .isEqualTo(Verdict.FAIL);
        assertThat(check.mailFrom(Zone.address("192.0.2.2"), "h", "a@slashes.example")
                        .verdict())
                .isNotEqualTo(Verdict.PASS);
    }

    @Test
    void includesOfManyDomainsEndAtTheLimit() {
        for (int i = 0; i < 20; i++) {
            String next = "n" + (i + 1) + ".example";
            zone.txt(
                    "n" + i + ".example", "v=spf1 include:" + next + " include:" + next + " include:" + next + " -all");
        }
        SpfResult result = new SpfCheck(zone, clock).mailFrom(Zone.address("192.0.2.2"), "h", "a@n0.example");
        assertThat(result.verdict()).isEqualTo(Verdict.PERMERROR);
        assertThat(zone.asked).hasSize(11);
    }

    @Test
    void aSlowResolverEndsTheCheck() {
        zone.beforeAnswers(() -> clock.leap(Duration.ofSeconds(7)));
        zone.txt("example.com", "v=spf1" + " exists:%{d}".repeat(10) + " +all").a("example.com", "192.0.2.9");
        assertThat(new SpfCheck(zone, clock)
                        .mailFrom(Zone.address("192.0.2.2"), "h", "a@example.com")
                        .verdict())
                .isEqualTo(Verdict.PASS);
        zone.only("example.com", "v=spf1" + " a".repeat(10) + " +all");
        assertThat(new SpfCheck(zone, clock)
                        .mailFrom(Zone.address("192.0.2.2"), "h", "a@example.com")
                        .verdict())
                .isEqualTo(Verdict.TEMPERROR);
        assertThat(zone.asked).hasSize(5);
    }

    @Test
    void randomOctetsHaveAResult() {
        Random random = new Random(11);
        String alphabet = "DKIM-Signature: ARC-Seal: v=1;a=rsa-sha256;\r\n\r\n\t i=1;cv=none;\"(\\\u0000\u00ff";
        for (int i = 0; i < 2_000; i++) {
            String text = random.ints(random.nextInt(400), 0, alphabet.length())
                    .mapToObj(at -> alphabet.substring(at, Math.min(alphabet.length(), at + random.nextInt(20))))
                    .collect(Collectors.joining());
            MessageSignatures message = Messages.read(text, 1 + random.nextInt(50));
            assertThat(new DkimVerifier(zone, clock).verify(message))
                    .allSatisfy(result -> assertThat(result.verdict()).isNotEqualTo(Verdict.PASS));
            assertThat(new ArcVerifier(zone, clock).verify(message).verdict()).isNotEqualTo(Verdict.PASS);
        }
    }

    @Test
    void hashesALargeBodyWithoutKeepingIt() {
        String signed = SIGNER.sign("From: a@example.org\r\n\r\n" + "line of text\r\n".repeat(2_000));
        MessageSignatures message = new MessageSignatures();
        byte[] octets = Signer.octets(signed);
        message.write(octets, 0, octets.length);
        // Empty lines at the end do not count, however many they are.
        byte[] lines = "\r\n".repeat(32_768).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 1_000; i++) {
            message.write(lines, 0, lines.length);
        }
        message.close();
        assertThat(new DkimVerifier(zone, clock).verify(message))
                .extracting(DkimResult::verdict)
                .containsExactly(Verdict.PASS);
    }
}
