package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.ManualClock;

/** The examples of RFC 6376 and RFC 8463. */
final class DkimRfcTest {

    private static final String TEXT = """
            Hi.

            We lost the game.  Are you hungry yet?

            Joe.
            """;

    private static final String RFC_6376 = """
            DKIM-Signature: v=1; a=rsa-sha256; s=brisbane; d=example.com;
                  c=simple/simple; q=dns/txt; i=joe@football.example.com;
                  h=Received : From : To : Subject : Date : Message-ID;
                  bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
                  b=AuUoFEfDxTDkHlLXSZEpZj79LICEps6eda7W3deTVFOk4yAUoqOB
                  4nujc7YopdG5dWLSdNg6xNAZpOPr+kHxt1IrE+NahM6L/LbvaHut
                  KVdkLLkpVaVVQPzeRDI009SO2Il5Lu7rDNH6mZckBdrIx0orEtZV
                  4bmp/YzhwvcubU4=;
            Received: from client1.football.example.com  [192.0.2.1]
                  by submitserver.example.com with SUBMISSION;
                  Fri, 11 Jul 2003 21:01:54 -0700 (PDT)
            From: Joe SixPack <joe@football.example.com>
            To: Suzie Q <suzie@shopping.example.net>
            Subject: Is dinner ready?
            Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
            Message-ID: <20030712040037.46341.5F8J@football.example.com>

            """;

    private static final String RFC_8463 = """
            DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
             d=football.example.com; i=@football.example.com;
             q=dns/txt; s=brisbane; t=1528637909; h=from : to :
             subject : date : message-id : from : subject : date;
             bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
             b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
             Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==
            DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
             d=football.example.com; i=@football.example.com;
             q=dns/txt; s=test; t=1528637909; h=from : to : subject :
             date : message-id : from : subject : date;
             bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
             b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
             DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
             dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=
            From: Joe SixPack <joe@football.example.com>
            To: Suzie Q <suzie@shopping.example.net>
            Subject: Is dinner ready?
            Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
            Message-ID: <20030712040037.46341.5F8J@football.example.com>

            """;

    private final Zone zone = new Zone()
            .txt(
                    "brisbane._domainkey.example.com",
                    "v=DKIM1; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDwIRP/UC3SBsEmGqZ9ZJW3/DkMoGeLnQg1fWn7/zYt"
                            + "IxN2SnFCjxOCKG9v3b4jYfcTNh5ijSsq631uBItLa7od+v/RtdC2UzJ1lWT947qR+Rcac2gbto/NMqJ0fzfVjH4OuKhi"
                            + "tdY9tf6mcwGjaNBcWToIMmPSPDdQPNUYckcQ2QIDAQAB")
            .txt(
                    "brisbane._domainkey.football.example.com",
                    "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
            .txt(
                    "test._domainkey.football.example.com",
                    "v=DKIM1; k=rsa; p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bd"
                            + "OKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9Pz"
                            + "oxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB");
    private final DkimVerifier verifier = new DkimVerifier(zone, new ManualClock());

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, Integer.MAX_VALUE})
    void verifiesTheExampleOfRfc6376InPiecesOfAnyLength(int piece) {
        // The page layout of the RFC changed the white space: its text has one space here, and folds of six spaces.
        String message = Messages.lines(RFC_6376 + TEXT.replace("game.  Are", "game. Are"));
        assertThat(verifier.verify(Messages.read(message, piece)))
                .singleElement()
                .isEqualTo(
                        new DkimResult(Verdict.PASS, "example.com", "brisbane", "rsa-sha256", "AuUoFEfD", false, ""));
    }

    @Test
    void verifiesBothSignaturesOfTheExampleOfRfc8463() {
        assertThat(verifier.verify(Messages.read(Messages.lines(RFC_8463 + TEXT))))
                .extracting(result -> result.verdict() + " " + result.selector() + " " + result.algorithm())
                .containsExactly("PASS brisbane ed25519-sha256", "PASS test rsa-sha256");
    }

    @Test
    void rejectsAChangedSubject() {
        String changed = Messages.lines(RFC_8463 + TEXT).replace("Is dinner ready?", "Is dinner ready");
        assertThat(verifier.verify(Messages.read(changed)))
                .extracting(DkimResult::verdict, DkimResult::reason)
                .containsOnly(tuple(Verdict.FAIL, "the signature does not match"));
    }

    @Test
    void rejectsAChangedBody() {
        String changed = Messages.lines(RFC_8463 + TEXT).replace("hungry yet", "hungry, yet");
        assertThat(verifier.verify(Messages.read(changed)))
                .extracting(DkimResult::verdict, DkimResult::reason)
                .containsOnly(tuple(Verdict.FAIL, "the body hash does not match"));
    }

    @Test
    void acceptsChangesOfWhiteSpaceThatTheRelaxedFormIgnores() {
        String changed = Messages.lines(RFC_8463 + TEXT)
                .replace("Subject: Is dinner ready?", "SUBJECT:   Is\r\n\tdinner   ready?  ")
                .replace("game.  Are", "game. \t Are   ")
                .replace("Are    you", "Are you")
                .replace("Joe.\r\n", "Joe. \t\r\n\r\n  \r\n\r\n");
        assertThat(verifier.verify(Messages.read(changed)))
                .extracting(DkimResult::verdict)
                .containsOnly(Verdict.PASS);
    }
}
