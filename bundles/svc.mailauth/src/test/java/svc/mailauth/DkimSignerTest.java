package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.KeyFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.mailauth.DkimSigner.SigningKey;
import svc.testkit.ManualClock;

/** Signatures of outgoing messages: what they cover, and messages of unusual form. */
final class DkimSignerTest {

    private static final String HEADER = "From: Ann <ann@example.org>\r\nTo: bob@example.net\r\nSubject: Lunch\r\n"
            + "Date: Thu, 1 Jan 2026 12:00:00 +0000\r\nMessage-ID: <1@example.org>\r\nMIME-Version: 1.0\r\n"
            + "List-Id: <lunch.example.org>\r\n";
    private static final String MESSAGE = HEADER + "\r\nAt noon?\r\n";

    private final ManualClock clock = new ManualClock();
    private static final Signer RSA = Signer.rsa("example.org", "one", 2_048);
    private static final Signer ED25519 = Signer.ed25519("example.org", "two");
    private final Zone zone = new Zone().txt(RSA.keyName(), RSA.record()).txt(ED25519.keyName(), ED25519.record());
    private List<SigningKey> keys = List.of();

    @BeforeEach
    void readKeys() throws Exception {
        keys = List.of(Messages.key(RSA), Messages.key(ED25519));
    }

    private String fields(String message) {
        return new DkimSigner(clock).sign(Messages.toSign(message), keys);
    }

    private List<String> verify(String message) {
        return new DkimVerifier(zone, clock)
                .verify(Messages.read(message)).stream()
                        .map(result -> result.verdict().word() + " " + result.algorithm())
                        .toList();
    }

    @Test
    void signsWithBothAlgorithmsFor14Days() throws Exception {
        String fields = fields(MESSAGE);
        assertThat(fields.split("\r\n(?!\t)", -1)).hasSize(3);
        assertThat(fields.lines()).allMatch(line -> line.length() <= 78);
        assertThat(verify(fields + MESSAGE)).containsExactly("pass rsa-sha256", "pass ed25519-sha256");
        clock.leap(Duration.ofDays(14));
        assertThat(verify(fields + MESSAGE)).containsExactly("pass rsa-sha256", "pass ed25519-sha256");
        clock.leap(Duration.ofSeconds(1));
        assertThat(verify(fields + MESSAGE)).containsExactly("permerror rsa-sha256", "permerror ed25519-sha256");
        TagList tags = TagList.parse(fields.split("\r\n(?!\t)", -1)[0], "DKIM-Signature:".length());
        assertThat(tags.tag("l")).isNull();
        assertThat(tags.value("c")).isEqualTo("relaxed/relaxed");
        assertThat(tags.number("x", 12) - tags.number("t", 12))
                .isEqualTo(Duration.ofDays(14).toSeconds());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\r\n",
                "\r\n\r\n\r\n",
                "\r\ntext without a line end",
                "\r\ntext\r\n\r\n \t\r\n\r\n",
                "\r\n \t\r\n",
                "\r\n\u00c3\u00bc\u00ff\u0001 tabs\t\tand  spaces \t\r\n",
                "\r\nFrom the start\r\n.\r\n..\r\n"
            })
    void verifiesBodiesOfUnusualForm(String rest) {
        String message = HEADER + rest;
        assertThat(verify(fields(message) + message)).containsExactly("pass rsa-sha256", "pass ed25519-sha256");
        // The independent signer hashes the same body.
        int split = message.indexOf("\r\n\r\n");
        String body = split < 0 ? "" : message.substring(split + 4);
        String hash = Base64.getEncoder()
                .encodeToString(BodyHashes.sha256().digest(Signer.octets(Signer.canonicalBody(body, true))));
        assertThat(fields(message)).contains("\tbh=" + hash + ";");
    }

    @Test
    void verifiesLongLinesAndRepeatedFields() {
        String message =
                "Subject: first\r\nTo: a@example.net\r\nTO : b@example.net\r\nList-Id: x\r\n" + HEADER + "Subject:"
                        + " long".repeat(300) + "\r\n\tfolded\r\nX-Other: 1\r\n\r\n" + "x".repeat(998) + "\r\n"
                        + "y".repeat(20_000) + "\r\n";
        assertThat(verify(fields(message) + message)).containsExactly("pass rsa-sha256", "pass ed25519-sha256");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "From: eve@example.com",
                "Subject: other",
                "To: eve@example.com",
                "Cc: eve@example.com",
                "Date: Fri, 2 Jan 2026 12:00:00 +0000",
                "Reply-To: eve@example.com",
                "Message-ID: <2@example.com>",
                "MIME-Version: 1.0",
                "Content-Type: text/html",
                "Content-Transfer-Encoding: base64"
            })
    void addedFieldBreaksTheSignature(String field) {
        String fields = fields(MESSAGE);
        assertThat(verify(field + "\r\n" + fields + MESSAGE)).allMatch(result -> result.startsWith("fail"));
        assertThat(verify(fields + MESSAGE.replace("\r\n\r\n", "\r\n" + field + "\r\n\r\n")))
                .allMatch(result -> result.startsWith("fail"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Received: by mx.example.com", "X-Spam: no", "List-Unsubscribe: <mailto:a@example.com>"})
    void traceFieldsCanBeAdded(String field) {
        assertThat(verify(field + "\r\n" + fields(MESSAGE) + MESSAGE)).allMatch(result -> result.startsWith("pass"));
    }

    @Test
    void removedListFieldBreaksTheSignature() {
        String changed = MESSAGE.replaceAll("List-Id.*\r\n", "");
        assertThat(verify(fields(MESSAGE) + changed)).allMatch(result -> result.startsWith("fail"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"List-A;b=x", "List-A:B", "List-\u00e4", "list-", "DKIM-Signature", "Bcc"})
    void hostileFieldNamesAreNotWrittenToTheSignature(String name) {
        String message = name + ": value\r\n" + MESSAGE;
        String fields = fields(message);
        assertThat(fields).doesNotContain("list-a;").doesNotContain("list-:").doesNotContain("bcc");
        assertThat(verify(fields + message)).contains("pass rsa-sha256", "pass ed25519-sha256");
    }

    @Test
    void messageWithoutFieldsIsSignedWithTheAbsenceOfFrom() {
        String fields = fields("\r\ntext\r\n");
        assertThat(verify(fields + "\r\ntext\r\n")).allMatch(result -> result.startsWith("pass"));
        assertThat(verify(fields + "From: a@example.org\r\n\r\ntext\r\n"))
                .allMatch(result -> result.startsWith("fail"));
    }

    @Test
    void messageWithATooLongHeaderIsNotSigned() {
        String field = "X-Fill: " + "x".repeat(990) + "\r\n";
        String message = field.repeat(MessageSignatures.LONGEST_HEADER / field.length() + 1) + MESSAGE;
        assertThat(fields(message)).isEmpty();
    }

    @Test
    void messageInPiecesHasTheSameSignature() {
        MessageSignatures pieces = MessageSignatures.forSigning();
        for (byte octet : Signer.octets(MESSAGE)) {
            pieces.write(octet);
        }
        pieces.close();
        assertThat(new DkimSigner(clock).sign(pieces, keys)).isEqualTo(fields(MESSAGE));
    }

    @Test
    void signsWithTheKeyOfTheExampleOfRfc8463() throws Exception {
        byte[] seed = Base64.getDecoder().decode("nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=");
        String encoded = "302e020100300506032b657004220420" + HexFormat.of().formatHex(seed);
        SigningKey key = new SigningKey(
                Objects.requireNonNull(DomainName.of("football.example.com")),
                "brisbane",
                KeyFactory.getInstance("Ed25519")
                        .generatePrivate(new PKCS8EncodedKeySpec(HexFormat.of().parseHex(encoded))));
        zone.txt(
                "brisbane._domainkey.football.example.com",
                "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=");
        String message = "From: Joe SixPack <joe@football.example.com>\r\nTo: Suzie Q <suzie@shopping.example.net>\r\n"
                + "Subject: Is dinner ready?\r\n\r\nHi.\r\n\r\nWe lost the game.  Are you hungry yet?\r\n\r\nJoe.\r\n";
        String fields = new DkimSigner(clock).sign(Messages.toSign(message), List.of(key));
        assertThat(fields).contains("bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;");
        assertThat(verify(fields + message)).containsExactly("pass ed25519-sha256");
    }

    @Test
    void recordsAreComparedByTheirKeys() {
        assertThat(DkimKey.matches(RSA.record(), RSA.record())).isTrue();
        assertThat(DkimKey.matches("p=" + RSA.publicKey(), RSA.record())).isTrue();
        assertThat(DkimKey.matches("v=DKIM1; k=rsa; p=" + RSA.bareRsaKey(), RSA.record()))
                .isTrue();
        assertThat(DkimKey.matches(ED25519.record(), RSA.record())).isFalse();
        assertThat(DkimKey.matches(Signer.ed25519("a.test", "a").record(), ED25519.record()))
                .isFalse();
        assertThat(DkimKey.matches("v=DKIM1; k=rsa; p=", RSA.record())).isFalse();
        assertThat(DkimKey.matches("v=spf1 -all", RSA.record())).isFalse();
        List<String> strings = DkimKey.strings(RSA.record());
        assertThat(strings).hasSize(2);
        assertThat(strings.get(0)).hasSize(255);
        assertThat(String.join("", strings)).isEqualTo(RSA.record());
        assertThat(DkimKey.strings("x".repeat(255))).hasSize(1);
        assertThat(DkimKey.strings("x".repeat(256))).hasSize(2);
    }
}
