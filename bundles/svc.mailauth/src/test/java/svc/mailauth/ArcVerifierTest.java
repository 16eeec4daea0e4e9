package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.mailauth.ArcResult.Seal;
import svc.testkit.ManualClock;

final class ArcVerifierTest {

    private static final Signer LIST = Signer.rsa("lists.example", "s1", 1_024);
    private static final Signer RELAY = Signer.ed25519("relay.example", "s2");

    private final Zone zone = new Zone().txt(LIST.keyName(), LIST.record()).txt(RELAY.keyName(), RELAY.record());

    private ArcResult verify(String message) {
        return new ArcVerifier(zone, new ManualClock()).verify(Messages.read(message));
    }

    private void assertFails(String message, String reason) {
        assertThat(verify(message)).returns(Verdict.FAIL, ArcResult::verdict).returns(List.of(), ArcResult::seals);
        assertThat(verify(message).reason()).contains(reason);
    }

    private static String chain(int length) {
        String message = Messages.PLAIN;
        for (int i = 1; i <= length; i++) {
            Signer signer = i == 1 ? LIST : RELAY;
            message = signer.seal(message, i, i == 1 ? "none" : "pass", i == 1 ? "dmarc=pass" : "arc=pass");
        }
        return message;
    }

    @Test
    void aMessageWithoutAChainHasTheResultNone() {
        assertThat(verify(Messages.PLAIN)).isEqualTo(new ArcResult(Verdict.NONE, List.of(), ""));
    }

    @Test
    void returnsTheSealersOfAValidChain() {
        assertThat(verify(chain(3)))
                .isEqualTo(new ArcResult(
                        Verdict.PASS,
                        List.of(
                                new Seal("lists.example", Verdict.PASS),
                                new Seal("relay.example", Verdict.NONE),
                                new Seal("relay.example", Verdict.NONE)),
                        ""));
    }

    @ParameterizedTest
    @CsvSource({
        "'', false",
        "relay.example, false",
        "lists.example, false",
        "other.example, false",
        "lists.example relay.example, true"
    })
    void allSealersFromTheDmarcPassOnMustBeTrusted(String trusted, boolean expected) {
        assertThat(verify(chain(3)).vouches(Set.of(trusted.split(" ", -1)))).isEqualTo(expected);
    }

    @Test
    void anUntrustedSealerBeforeTheDmarcPassDoesNotMatter() {
        String first = RELAY.seal(Messages.PLAIN, 1, "none", "dmarc=none");
        String message = LIST.seal(first, 2, "pass", "arc=pass; dmarc=pass");
        assertThat(verify(message).vouches(Set.of("lists.example"))).isTrue();
        assertThat(verify(message).vouches(Set.of("relay.example"))).isFalse();
        assertThat(verify(message.replace("noon", "ten")).vouches(Set.of("lists.example")))
                .isFalse();
    }

    @Test
    void acceptsFiftySets() {
        assertThat(verify(chain(50)).verdict()).isEqualTo(Verdict.PASS);
        assertFails(chain(51), "more than 50 sets");
    }

    @Test
    void rejectsAChangedBodyAndAChangedHeader() {
        assertFails(chain(2).replace("noon", "ten"), "body hash");
        assertFails(chain(2).replace("Lunch", "Dinner"), "signature does not match");
    }

    @Test
    void onlyTheNewestMessageSignatureMustMatchTheMessage() {
        String changed = chain(1).replace("Subject: Lunch", "Subject: [list] Lunch");
        assertFails(changed, "signature does not match");
        assertThat(verify(RELAY.seal(changed, 2, "pass", "arc=pass")).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void everySealMustMatch() {
        assertFails(chain(3).replace("lists.example; dmarc=pass", "lists.example; dmarc=fail"), "signature");
        assertFails(chain(3).replace("i=2; relay.example; arc=pass", "i=2; relay.example; arc=fail"), "signature");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "none", "", "passed"})
    void rejectsAnotherStatusThanPassInALaterSeal(String status) {
        assertFails(RELAY.seal(chain(1), 2, status, "arc=pass"), "status");
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "pass", ""})
    void rejectsAnotherStatusThanNoneInTheFirstSeal(String status) {
        assertFails(LIST.seal(Messages.PLAIN, 1, status, "dmarc=pass"), "status");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ARC-Seal", "ARC-Message-Signature", "ARC-Authentication-Results"})
    void rejectsAMissingAndARepeatedField(String name) {
        String message = chain(2);
        String field = message.substring(message.indexOf(name + ": i=1"));
        field = field.split("\r\n(?![ \t])", 2)[0] + "\r\n";
        assertFails(message.replace(field, ""), "ARC chain is invalid");
        assertFails(field + message, "ARC chain is invalid");
    }

    @Test
    void rejectsGapsAndImpossibleInstances() {
        assertFails(RELAY.seal(chain(1), 3, "pass", "arc=pass"), "not complete");
        for (String instance : List.of("0", "51", "100", "-1", "x", "")) {
            assertFails(chain(1).replace(" i=1;", " i=" + instance + ";"), "ARC chain is invalid");
        }
    }

    @Test
    void rejectsASealWithTheTagHOrWithoutTheStatus() {
        String withoutSeal = chain(1).replaceFirst("ARC-Seal:.*\r\n", "");
        assertThat(verify(LIST.sealOnly(withoutSeal, 1, " cv=none;")).verdict()).isEqualTo(Verdict.PASS);
        assertThat(verify(LIST.sealOnly(withoutSeal, 1, " cv=none; zz=1;")).verdict())
                .isEqualTo(Verdict.PASS);
        assertFails(LIST.sealOnly(withoutSeal, 1, " cv=none; h=from;"), "tag h");
        assertFails(LIST.sealOnly(withoutSeal, 1, ""), "cv");
        assertFails(LIST.sealOnly(withoutSeal, 1, " cv=none; t=1893456301;"), "future");
    }

    @Test
    void rejectsAMessageSignatureThatCoversFieldsOfArc() {
        assertFails(chain(1).replaceFirst("h=from:to:subject", "h=from:arc-seal"), "fields of ARC");
    }

    @Test
    void aMissingKeyFailsAndAFailedLookupIsATemporaryError() {
        Signer unknown = LIST.at("unknown.example");
        String message = unknown.seal(Messages.PLAIN, 1, "none", "dmarc=pass");
        assertFails(message, "no key");
        zone.failing(unknown.keyName());
        assertThat(verify(message).verdict()).isEqualTo(Verdict.TEMPERROR);
        assertThat(verify(message).status()).isEqualTo("fail");
    }

    @Test
    void readsTheExampleOfRfc8617AsAChainOfThreeSets() {
        // The keys of the example are not published; its structure is valid, and the first key is looked up.
        String example = Messages.lines("""
                ARC-Seal: i=3; a=rsa-sha256; cv=pass; d=clochette.example.org; s=
                        clochette; t=12345; b=CU87XzXlNlk5X/yW4l73UvPUcP9ivwYWxyBWcVrRs7
                        +HPx3K05nJhny2fvymbReAmOA9GTH/y+k9kEc59hAKVg==
                ARC-Message-Signature: i=3; a=rsa-sha256; c=relaxed/relaxed; d=
                        clochette.example.org; h=message-id:date:from:to:subject; s=
                        clochette; t=12345; bh=KWSe46TZKCcDbH4klJPo+tjk5LWJnVRlP5pvjXFZY
                        LQ=; b=o71vwyLsK+Wm4cOSlirXoRwzEvi0vqIjd/2/GkYFYlSd/GGfKzkAgPqxf
                        K7ccBMP7Zjb/mpeggswHjEMS8x5NQ==
                ARC-Authentication-Results: i=3; clochette.example.org; spf=fail
                    smtp.from=jqd@d1.example; dkim=fail (512-bit key)
                    header.i=@d1.example; dmarc=fail; arc=pass (as.2.gmail.example=pass,
                    ams.2.gmail.example=pass, as.1.lists.example.org=pass,
                    ams.1.lists.example.org=fail (message has been altered))
                ARC-Seal: i=2; a=rsa-sha256; cv=pass; d=gmail.example; s=20120806; t=
                        12345; b=Zpukh/kJL4Q7Kv391FKwTepgS56dgHIcdhhJZjsalhqkFIQQAJ4T9BE
                        8jjLXWpRNuh81yqnT1/jHn086RwezGw==
                ARC-Message-Signature: i=2; a=rsa-sha256; c=relaxed/relaxed; d=
                        gmail.example; h=message-id:date:from:to:subject; s=20120806; t=
                        12345; bh=KWSe46TZKCcDbH4klJPo+tjk5LWJnVRlP5pvjXFZYLQ=; b=CVoG44
                        cVZvoSs2mMig2wwqPaJ4OZS5XGMCegWqQs1wvRZJS894tJM0xO1RJLgCPsBOxdA5
                        9WSqI9s9DfyKDfWg==
                ARC-Authentication-Results: i=2; gmail.example; spf=fail
                    smtp.from=jqd@d1.example; dkim=fail (512-bit key)
                    header.i=@example.org; dmarc=fail; arc=pass
                    (as.1.lists.example.org=pass, ams.1.lists.example.org=pass)
                ARC-Seal: i=1; a=rsa-sha256; cv=none; d=lists.example.org; s=dk-lists;
                         t=12345; b=TlCCKzgk3TrAa+G77gYYO8Fxk4q/Ml0biqduZJeOYh6+0zhwQ8u/
                        lHxLi21pxu347isLSuNtvIagIvAQna9a5A==
                ARC-Message-Signature: i=1; a=rsa-sha256; c=relaxed/relaxed; d=
                        lists.example.org; h=message-id:date:from:to:subject; s=
                        dk-lists; t=12345; bh=KWSe46TZKCcDbH4klJPo+tjk5LWJnVRlP5pvjXFZYL
                        Q=; b=DsoD3n3hiwlrN1ma8IZQFgZx8EDO7Wah3hUjIEsYKuShRKYB4LwGUiKD5Y
                        yHgcIwGHhSc/4+ewYqHMWDnuFxiQ==
                ARC-Authentication-Results: i=1; lists.example.org; spf=pass
                    smtp.mfrom=jqd@d1.example; dkim=pass (512-bit key)
                    header.i=@d1.example; dmarc=pass
                Message-ID: <54B84785.1060301@d1.example>
                Date: Thu, 14 Jan 2015 15:00:01 -0800
                From: John Q Doe <jqd@d1.example>
                To: arc@dmarc.example
                Subject: [List 2] Example 1

                Hey gang,
                This is a test message.
                --J.
                """);
        assertThat(Messages.read(example).chain().sets()).hasSize(3);
        assertFails(example, "no key");
        zone.txt("clochette._domainkey.clochette.example.org", LIST.record());
        // The body hash of the example is that of its body: the check goes on to the signature.
        assertFails(example, "signature does not match");
    }
}
