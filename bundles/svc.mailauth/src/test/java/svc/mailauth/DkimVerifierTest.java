package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyFactory;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;
import svc.testkit.ManualClock;

final class DkimVerifierTest {

    private static final Signer SIGNER = Signer.rsa("example.org", "s1", 2_048);
    private static final Signer EDWARDS = Signer.ed25519("example.org", "s2");
    private static final String NAMES = "from:to:subject";

    private final ManualClock clock = new ManualClock();
    private final Zone zone =
            new Zone().txt(SIGNER.keyName(), SIGNER.record()).txt(EDWARDS.keyName(), EDWARDS.record());

    private List<DkimResult> all(String message) {
        return new DkimVerifier(zone, clock).verify(Messages.read(message));
    }

    private DkimResult one(String message) {
        assertThat(all(message)).hasSize(1);
        return all(message).get(0);
    }

    private void assertResult(String message, Verdict verdict, String reason) {
        DkimResult result = one(message);
        assertThat(result.verdict()).as(result.reason()).isEqualTo(verdict);
        assertThat(result.reason()).contains(reason);
    }

    private static String signed(String more) {
        return SIGNER.sign(Messages.PLAIN, "relaxed/relaxed", NAMES, more);
    }

    /** Returns a signed message with a change in the tags of the signature. */
    private static String changed(String from, String to) {
        String message = signed("");
        assertThat(message).contains(from);
        return message.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"relaxed/relaxed", "relaxed/simple", "simple/relaxed", "simple/simple", "relaxed", "simple"})
    void acceptsSignaturesOfBothAlgorithmsInEveryCanonicalization(String canonicalization) {
        String message =
                EDWARDS.sign(SIGNER.sign(Messages.PLAIN, canonicalization, NAMES, ""), canonicalization, NAMES, "");
        assertThat(all(message)).extracting(DkimResult::verdict).containsExactly(Verdict.PASS, Verdict.PASS);
        assertThat(all(message.replace("noon", "ten")))
                .extracting(DkimResult::verdict)
                .containsOnly(Verdict.FAIL);
        assertThat(all(message.replace("Lunch", "Dinner")))
                .extracting(DkimResult::verdict)
                .containsOnly(Verdict.FAIL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\r\n",
                "\r\n\r\n\r\n",
                "no line end",
                "a\r\n\r\n\r\n",
                " \t \r\n",
                "a \t b\t\r\n \r\n\t\r\n",
                "\r\n\r\na",
                "a\r\rb\r\n",
                "a\nb\n\r\n",
                "a\r",
                " a\r\n",
                "\u0000\u00e9\u00ff\r\n"
            })
    void hashesBodiesAsTheSignerDoes(String body) {
        String message = "From: a@example.org\r\n\r\n" + body;
        for (String canonicalization : List.of("simple/simple", "relaxed/relaxed")) {
            String signed = SIGNER.sign(message, canonicalization, "from", "");
            for (int piece : new int[] {1, 2, 3, 1_000}) {
                assertThat(new DkimVerifier(zone, clock).verify(Messages.read(signed, piece)))
                        .as(canonicalization)
                        .extracting(DkimResult::verdict)
                        .containsExactly(Verdict.PASS);
            }
        }
    }

    @Test
    void acceptsAMessageThatEndsWithItsHeader() {
        String message = SIGNER.sign("From: a@example.org\r\n", "relaxed/relaxed", "from", "");
        assertThat(one(message).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void returnsNothingForAMessageWithoutSignatures() {
        assertThat(all(Messages.PLAIN)).isEmpty();
    }

    @Test
    void verifiesFiveSignaturesAndIgnoresTheSixth() {
        String message = Messages.PLAIN;
        for (int i = 0; i < 6; i++) {
            message = SIGNER.sign(message);
        }
        assertThat(all(message)).hasSize(5).extracting(DkimResult::verdict).containsOnly(Verdict.PASS);
        assertThat(zone.asked).hasSize(5);
    }

    @Test
    void oneBadSignatureDoesNotAffectAnother() {
        String message = "DKIM-Signature: nonsense\r\n" + signed("");
        assertThat(all(message)).extracting(DkimResult::verdict).containsExactly(Verdict.NEUTRAL, Verdict.PASS);
    }

    @ParameterizedTest
    @Covers("SMTP-04")
    @CsvSource({"-1, PASS", "0, PASS", "299, PASS", "300, PASS", "301, PERMERROR", "999999999, PERMERROR"})
    void acceptsATimestampUpToFiveMinutesInTheFuture(long ahead, Verdict verdict) {
        DkimResult result = one(signed("t=" + (clock.now().getEpochSecond() + ahead) + "; "));
        assertThat(result.verdict()).isEqualTo(verdict);
        assertThat(result.reason()).isEqualTo(verdict == Verdict.PASS ? "" : "timestamp in the future");
    }

    @Test
    void aSignatureExpiresAfterItsLastSecond() {
        String message = signed("x=" + (clock.now().getEpochSecond() + 10) + "; ");
        clock.leap(Duration.ofSeconds(10));
        assertThat(one(message).verdict()).isEqualTo(Verdict.PASS);
        clock.leap(Duration.ofSeconds(1));
        assertResult(message, Verdict.PERMERROR, "expired");
    }

    @ParameterizedTest
    @CsvSource({"1000, 1001, PASS", "1000, 1000, NEUTRAL", "1000, 999, NEUTRAL"})
    void aSignatureMustExpireAfterItWasMade(long made, long expires, Verdict verdict) {
        String tags = "t=" + made + "; x=" + expires + "; ";
        // The signature with the valid tags has expired in 2030.
        assertThat(one(signed(tags)).verdict()).isEqualTo(verdict == Verdict.PASS ? Verdict.PERMERROR : verdict);
    }

    @Test
    void aNumberOfMoreThanTwelveDigitsIsInfinite() {
        assertThat(one(signed("x=9999999999999; ")).verdict()).isEqualTo(Verdict.PASS);
        assertResult(signed("t=1000000000000; "), Verdict.PERMERROR, "future");
        assertResult(signed("t=-1; "), Verdict.NEUTRAL, "not a number");
        assertResult(signed("t=; "), Verdict.NEUTRAL, "not a number");
    }

    @ParameterizedTest
    @CsvSource({
        "i=@example.org, PASS",
        "i=alice@example.org, PASS",
        "i=alice@mail.EXAMPLE.org, PASS",
        "i=alice@badexample.org, PERMERROR",
        "i=alice@org, PERMERROR",
        "i=example.org, PERMERROR"
    })
    void theIdentityMustBeWithinTheDomain(String tag, Verdict verdict) {
        assertThat(one(signed(tag + "; ")).verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                " v=1; -> ",
                " v=1; -> v=2; ",
                "a=rsa-sha256; -> ",
                "a=rsa-sha256; -> a=rsa-sha512; ",
                "c=relaxed/relaxed -> c=nofws/simple",
                "c=relaxed/relaxed -> c=relaxed/relaxed/simple",
                "d=example.org; -> ",
                "d=example.org; -> d=org; ",
                "d=example.org; -> d=example..org; ",
                "d=example.org; -> d=192.0.2.1; ",
                "s=s1; -> ",
                "s=s1; -> s=; ",
                "s=s1; -> s=a b; ",
                "h=from:to:subject; -> ",
                "h=from:to:subject; -> h=from::subject; ",
                "h=from:to:subject; -> h=from:to:subject:; ",
                "bh= -> q=dns/web; bh=",
                "bh= -> bh=x; bh=",
                "bh= -> bh=!",
                "bh= -> d=example.org; bh=",
                "bh= -> ; bh=",
                "bh= -> =; bh=",
                "bh= -> 1a=2; bh=",
                "bh= -> l=x; bh=",
                "bh= -> z=\u0001; bh=",
                "bh= -> z=\u0000; bh=",
                "b= -> e=",
                "bh= -> z; bh="
            })
    void aSyntaxErrorIsNeutral(String change) {
        String[] both = change.split(" -> ", -1);
        String message = both[0].equals("b=")
                ? signed("").replaceFirst("\tb=", "\t" + both[1])
                : changed(both[0].stripTrailing(), both[1].stripTrailing());
        assertThat(one(message).verdict()).isEqualTo(Verdict.NEUTRAL);
        assertThat(zone.asked).isEmpty();
    }

    @Test
    void ignoresUnknownTagsAndListsOfQueryMethods() {
        assertThat(one(signed("zz=\u00fc=;  q=a/b : dns/txt ; ")).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void acceptsASemicolonAndWhiteSpaceAtTheEndOfTheTags() {
        // The signer did not sign them, so the signature does not match, but the syntax is valid.
        String message = signed("").replaceFirst("=\r\nFrom", "=;\r\n \r\nFrom");
        assertThat(one(message).verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void rejectsTheAlgorithmSha1() {
        assertResult(changed("rsa-sha256", "rsa-sha1"), Verdict.PERMERROR, "sha1");
        assertThat(zone.asked).isEmpty();
    }

    @Test
    void rejectsASignatureThatDoesNotCoverFrom() {
        assertResult(SIGNER.sign(Messages.PLAIN, "relaxed/relaxed", "to:subject", ""), Verdict.PERMERROR, "From");
    }

    @Test
    void aSecondFieldBreaksASignatureThatNamesTheFieldOnceMore() {
        String message = SIGNER.sign(Messages.PLAIN, "relaxed/relaxed", "from:from:to:subject", "");
        assertThat(one(message).verdict()).isEqualTo(Verdict.PASS);
        assertThat(one("From: eve@example.com\r\n" + message).verdict()).isEqualTo(Verdict.FAIL);
        // A signature that names it once covers the last field only.
        assertThat(one("From: eve@example.com\r\n" + SIGNER.sign(Messages.PLAIN))
                        .verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void aRepeatedNameCoversTheFieldsFromTheLastOneUpwards() {
        String message = "X-A: 1\r\nX-A: 2\r\nX-A: 3\r\n" + Messages.PLAIN;
        String signed = SIGNER.sign(message, "simple/simple", "from:x-a:x-a", "");
        assertThat(one(signed.replace("X-A: 1", "X-A: 9")).verdict()).isEqualTo(Verdict.PASS);
        assertThat(one(signed.replace("X-A: 2", "X-A: 9")).verdict()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void aSignatureCanCoverTheSignaturesBelowIt() {
        String message = SIGNER.sign(signed(""), "relaxed/relaxed", "from:dkim-signature:dkim-signature", "");
        assertThat(all(message)).extracting(DkimResult::verdict).containsOnly(Verdict.PASS);
    }

    @Test
    void aMissingKeyIsPermanentAndAFailedLookupTemporary() {
        String other = SIGNER.at("example.com").sign(Messages.PLAIN);
        assertResult(other, Verdict.PERMERROR, "no key");
        zone.failing("s1._domainkey.example.com");
        assertResult(other, Verdict.TEMPERROR, "no server answered");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v=DKIM1; k=rsa; p=",
                "v=DKIM2; p=KEY",
                "p=KEY; v=DKIM1",
                "v=DKIM1; k=ed25519; p=KEY",
                "p=AAAA",
                "p=!",
                "k=rsa",
                "p=KEY; p=KEY",
                "h=sha1; p=KEY",
                "s=tls; p=KEY",
                "v=spf1 -all",
                "",
                "p=KEY; k=dsa"
            })
    void aKeyRecordThatCannotBeUsedIsPermanent(String record) {
        zone.only(SIGNER.keyName(), record.replace("KEY", SIGNER.publicKey()));
        assertResult(signed(""), Verdict.PERMERROR, "key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "p=KEY",
                "v=DKIM1;p=KEY;",
                "k=RSA; p=KEY; n=a note; x=",
                "h=sha1 : sha256; p=KEY",
                "s=tls:email; p=KEY",
                "s=*; p=KEY",
                "t=x:y; p=KEY",
                "p=BARE",
                "t=s; p=KEY"
            })
    void acceptsKeyRecords(String record) {
        zone.only(SIGNER.keyName(), record.replace("KEY", SIGNER.publicKey()).replace("BARE", SIGNER.bareRsaKey()));
        assertThat(one(signed("")).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void aKeyCanForbidSubdomainsInTheIdentity() {
        zone.only(SIGNER.keyName(), "t=s; p=" + SIGNER.publicKey());
        assertThat(one(signed("i=@EXAMPLE.org; ")).verdict()).isEqualTo(Verdict.PASS);
        assertResult(signed("i=@mail.example.org; "), Verdict.PERMERROR, "subdomain");
    }

    @Test
    void aFailureOfADomainThatTestsDkimIsNeutral() {
        zone.only(SIGNER.keyName(), "t=y; p=" + SIGNER.publicKey());
        assertThat(one(signed(""))).returns(Verdict.PASS, DkimResult::verdict).returns(true, DkimResult::testing);
        assertThat(one(signed("").replace("noon", "ten")).verdict()).isEqualTo(Verdict.NEUTRAL);
    }

    @Test
    void usesTheFirstOfSeveralKeyRecordsThatIsAKey() {
        zone.only(SIGNER.keyName(), "v=spf1 -all").txt(SIGNER.keyName(), SIGNER.record());
        assertThat(one(signed("")).verdict()).isEqualTo(Verdict.PASS);
    }

    @ParameterizedTest
    @CsvSource({"1023, PERMERROR", "1024, PASS"})
    void acceptsRsaKeysFrom1024Bits(int bits, Verdict verdict) {
        Signer signer = Signer.rsa("example.org", "size", bits);
        zone.txt(signer.keyName(), signer.record());
        assertThat(one(signer.sign(Messages.PLAIN)).verdict()).isEqualTo(verdict);
    }

    @ParameterizedTest
    @CsvSource({"4096, FAIL", "8192, FAIL", "8193, PERMERROR"})
    void rejectsRsaKeysAbove8192Bits(int bits, Verdict verdict) throws Exception {
        // A key without a private key: if its length is accepted, the signature does not match.
        BigInteger modulus = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
        byte[] key = KeyFactory.getInstance("RSA")
                .generatePublic(new RSAPublicKeySpec(modulus, BigInteger.valueOf(65_537)))
                .getEncoded();
        zone.only(SIGNER.keyName(), "p=" + Base64.getEncoder().encodeToString(key));
        assertThat(one(signed("")).verdict()).isEqualTo(verdict);
    }

    @Test
    void acceptsALengthThatCoversTheWholeBody() {
        String body = Signer.canonicalBody("Shall we meet at noon?\r\n\r\nAlice\r\n", true);
        String message = SIGNER.sign(Messages.PLAIN, "relaxed/relaxed", NAMES, "l=" + body.length() + "; ");
        assertThat(one(message).verdict()).isEqualTo(Verdict.PASS);
        assertThat(one(message + "\r\n\r\n").verdict()).isEqualTo(Verdict.PASS);
        assertResult(message + "x\r\n", Verdict.POLICY, "3 octets of the body are not signed");
        assertResult(
                SIGNER.sign(Messages.PLAIN, "relaxed/relaxed", NAMES, "l=" + (body.length() + 1) + "; "),
                Verdict.PERMERROR,
                "shorter");
        assertResult(message.replace("noon", "five"), Verdict.FAIL, "body hash");
        assertResult(signed("l=0; "), Verdict.POLICY, "not signed");
        assertResult(signed("l=" + "9".repeat(76) + "; "), Verdict.PERMERROR, "shorter");
    }

    @Test
    void acceptsInternationalizedDomains() {
        Signer signer = SIGNER.at("xn--mller-kva.example");
        zone.txt(signer.keyName(), signer.record());
        String utf8 = new String("müller.example".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertThat(one(SIGNER.at(utf8).sign(Messages.PLAIN)))
                .returns(Verdict.PASS, DkimResult::verdict)
                .returns("xn--mller-kva.example", DkimResult::domain);
    }

    @Test
    void doesNotVerifyAMessageWhoseHeaderIsTooLong() {
        String filler =
                "X: " + "x".repeat(MessageSignatures.LONGEST_HEADER - signed("").indexOf("\r\n\r\n") - 9) + "\r\n";
        String longest = filler + signed("");
        assertThat(longest.indexOf("\r\n\r\n") + 4).isEqualTo(MessageSignatures.LONGEST_HEADER);
        assertThat(one(longest).verdict()).isEqualTo(Verdict.PASS);
        assertResult("X" + longest, Verdict.PERMERROR, "header is too long");
    }

    @Test
    void aMessageMustEndBeforeItsVerification() {
        MessageSignatures unfinished = new MessageSignatures();
        unfinished.write(Signer.octets(signed("")), 0, signed("").length());
        assertThatIllegalStateException().isThrownBy(() -> new DkimVerifier(zone, clock).verify(unfinished));
    }
}
