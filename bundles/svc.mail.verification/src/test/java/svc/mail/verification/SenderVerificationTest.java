package svc.mail.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static svc.mail.verification.VerificationFixture.PLAIN;
import static svc.mail.verification.VerificationFixture.envelope;
import static svc.mail.verification.VerificationFixture.field;
import static svc.mail.verification.VerificationFixture.removes;
import static svc.mail.verification.VerificationFixture.reply;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.delivery.CheckResult;
import svc.api.delivery.MessageCheck.Check;
import svc.api.dns.Answer;
import svc.api.dns.Resolver;
import svc.mailauth.MessageSignatures;
import svc.mailauth.Signer;
import svc.testkit.Eventually;

/** Messages that are not checked, forged fields, time limits, hostile input, and messages at the same time. */
final class SenderVerificationTest {

    private static final String FORGED = " mx.own.test; dmarc=pass header.from=bank.test";
    private static final Signer FAR = Signer.ed25519("far.test", "s1");

    @TempDir
    private Path folder;

    private VerificationFixture fixture;

    @BeforeEach
    void open() {
        fixture = new VerificationFixture(folder);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** A resolver whose lookups of some names wait until their thread is interrupted. */
    private record WaitingResolver(Resolver zone, Predicate<String> waits, AtomicInteger waiting) implements Resolver {

        private <T> Answer<T> answer(String name, Callable<Answer<T>> found) {
            try {
                if (waits.test(name)) {
                    waiting.incrementAndGet();
                    new CountDownLatch(1).await();
                }
                return found.call();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new Answer.Failed<>(Answer.Failure.TEMPORARY, "interrupted");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public Answer<String> txt(String name) {
            return answer(name, () -> zone.txt(name));
        }

        @Override
        public Answer<InetAddress> addresses(String host, Family family) {
            return answer(host, () -> zone.addresses(host, family));
        }

        @Override
        public Answer<Mx> mx(String domain) {
            return answer(domain, () -> zone.mx(domain));
        }

        @Override
        public Answer<String> ptr(InetAddress address) {
            return answer("ptr", () -> zone.ptr(address));
        }
    }

    private AtomicInteger waitFor(Predicate<String> names) {
        AtomicInteger waiting = new AtomicInteger();
        fixture.resolver(new WaitingResolver(fixture.zone, names, waiting));
        return waiting;
    }

    @Test
    void forgedResultsInTheNameOfThisServerAreRemoved() {
        CheckResult result = fixture.check("Authentication-Results:" + FORGED + "\r\n" + PLAIN);
        assertThat(removes(result, "authentication-results", FORGED)).isTrue();
        assertThat(removes(result, "Authentication-Results", "\r\n (x)\r\n MX.Own.Test. (y); spf=pass"))
                .isTrue();
        assertThat(removes(result, "Authentication-Results", " mx.other.test (mx.own.test; x"))
                .as("malformed")
                .isTrue();
        assertThat(removes(result, "Authentication-Results", " mx.other.test; spf=pass"))
                .isFalse();
        assertThat(removes(result, "ARC-Authentication-Results", " i=1;" + FORGED))
                .isFalse();
        assertThat(field(result)).doesNotContain("bank.test");
    }

    @ParameterizedTest
    @CsvSource({
        "LMTP, false",
        "LMTPS, false",
        "LMTPSA, false",
        "UTF8LMTPS, false",
        "ESMTPA, true",
        "ESMTPSA, true",
        "UTF8SMTPSA, true"
    })
    void messageOfATrustedClientIsNotChecked(String protocol, boolean removesFields) {
        fixture.zone.txt("_dmarc.far.test", "v=DMARC1; p=reject");
        SenderVerification verification = fixture.verification("enforce");
        CheckResult result;
        try (Check check = verification.begin(envelope("ann@one.test"), fixture.arrival(protocol))) {
            byte[] octets = Signer.octets(PLAIN);
            check.write(octets, 0, octets.length);
            result = check.finish();
        }
        assertThat(reply(result)).isEmpty();
        assertThat(result.fields()).isEmpty();
        assertThat(removes(result, "Authentication-Results", FORGED)).isEqualTo(removesFields);
        assertThat(fixture.zone.txt("x")).isInstanceOf(Answer.None.class);
        assertThat(fixture.counters()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SMTP", "ESMTP", "ESMTPS", "UTF8SMTP", "UTF8SMTPS"})
    void messageOfAnyOtherClientIsChecked(String protocol) {
        fixture.zone.txt("_dmarc.far.test", "v=DMARC1; p=reject");
        try (Check check = fixture.verification("enforce").begin(envelope("ann@one.test"), fixture.arrival(protocol))) {
            byte[] octets = Signer.octets(PLAIN);
            check.write(octets, 0, octets.length);
            assertThat(reply(check.finish())).startsWith("550 5.7.1 ");
        }
    }

    @Test
    void resolverThatIsDownRefusesNoMessage() {
        fixture.resolver(new FailingResolver());
        CheckResult result = fixture.check(FAR.seal(FAR.sign(PLAIN), 1, "none", "dmarc=pass"));
        assertThat(result.rejection()).isEmpty();
        assertThat(result.quarantine()).isFalse();
        assertThat(field(result))
                .contains("; spf=temperror ", "; dkim=temperror ", "; dmarc=temperror ", "; arc=fail ");
        assertThat(fixture.counters()).containsEntry("mailauth_total check arc result temperror", 1L);
    }

    private record FailingResolver() implements Resolver {

        private static <T> Answer<T> failed() {
            return new Answer.Failed<>(Answer.Failure.TEMPORARY, "no server answered");
        }

        @Override
        public Answer<String> txt(String name) {
            return failed();
        }

        @Override
        public Answer<InetAddress> addresses(String host, Family family) {
            return failed();
        }

        @Override
        public Answer<Mx> mx(String domain) {
            return failed();
        }

        @Override
        public Answer<String> ptr(InetAddress address) {
            return failed();
        }
    }

    @Test
    void lookupsEndAfterNineSeconds() {
        AtomicInteger waiting = waitFor(name -> true);
        CompletableFuture<CheckResult> result =
                CompletableFuture.supplyAsync(() -> fixture.check(FAR.seal(FAR.sign(PLAIN), 1, "none", "dmarc=pass")));
        Eventually.until("looked up", () -> waiting.get() == 3); // the signature, the seal and HELO at the same time
        fixture.clock.advance(TimedChecks.LONGEST_WITHOUT_DMARC.minusSeconds(1));
        assertThat(result).isNotDone();
        fixture.clock.advance(Duration.ofSeconds(1));
        Eventually.until("looked up", () -> waiting.get() == 4); // MAIL FROM is not looked up any more, but DMARC
        assertThat(result).isNotDone();
        fixture.clock.advance(TimedChecks.LONGEST.minus(TimedChecks.LONGEST_WITHOUT_DMARC));
        CheckResult late = result.join();
        assertThat(late.rejection()).isEmpty();
        assertThat(field(late))
                .contains(
                        "; spf=temperror reason=\"the lookups took too long\" smtp.mailfrom=far.test;",
                        "; dkim=temperror reason=\"key lookup failed: the lookups took too long\" header.d=far.test",
                        "; dmarc=temperror reason=\"the lookups took too long\" header.from=far.test");
    }

    @Test
    void senderWithSlowServersDoesNotAvoidThePolicyOfTheAuthorDomain() {
        Signer eve = Signer.ed25519("eve.test", "e");
        AtomicInteger waiting = waitFor(name -> name.endsWith("eve.test"));
        fixture.zone.txt("_dmarc.far.test", "v=DMARC1; p=reject");
        SenderVerification verification = fixture.verification("enforce");
        CompletableFuture<CheckResult> result = CompletableFuture.supplyAsync(() -> fixture.check(
                verification, svc.api.delivery.Envelope.of("x@eve.test", List.of("ann@one.test")), eve.sign(PLAIN)));
        Eventually.until("looked up", () -> waiting.get() == 2);
        fixture.clock.advance(TimedChecks.LONGEST_WITHOUT_DMARC);
        assertThat(reply(result.join())).startsWith("550 5.7.1 ");
    }

    @Test
    void interruptedCheckFails() {
        AtomicInteger waiting = waitFor(name -> name.equals(FAR.keyName()));
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                fixture.check(FAR.sign(PLAIN));
            } catch (RuntimeException e) {
                failure.complete(e);
            }
        });
        thread.start();
        Eventually.until("looked up", () -> waiting.get() == 1);
        Eventually.until("waiting", () -> thread.getState() == Thread.State.WAITING);
        thread.interrupt();
        assertThat(failure.join()).hasMessage("The check of the message was interrupted.");
    }

    @Test
    void failedCheckAsksTheClientToTryAgainUnlessResultsAreOnlyMarked() {
        assertThat(reply(fixture.verification("enforce").onFailure())).startsWith("451 4.3.0 ");
        CheckResult marked = fixture.verification("mark").onFailure();
        assertThat(reply(marked)).isEmpty();
        assertThat(marked.fields()).containsExactly("Authentication-Results: mx.own.test; none");
        assertThat(removes(marked, "Authentication-Results", FORGED)).isTrue();
    }

    @Test
    void errorOfTheResolverFailsTheCheck() {
        fixture.resolver(new WaitingResolver(
                fixture.zone,
                name -> {
                    throw new IllegalStateException("broken");
                },
                new AtomicInteger()));
        assertThatThrownBy(() -> fixture.check(FAR.sign(PLAIN))).isInstanceOf(AssertionError.class);
    }

    @ParameterizedTest
    @CsvSource({"-1, accept", "0, accept", "1, reject"})
    void headerOfTheLongestSizeIsVerified(int more, String expected) {
        fixture.zone.txt(FAR.keyName(), FAR.record()).txt("_dmarc.far.test", "v=DMARC1; p=reject");
        String signed = FAR.sign(PLAIN);
        int header = signed.indexOf("\r\n\r\n") + 4;
        int filler = MessageSignatures.LONGEST_HEADER + more - header - "X: \r\n".length();
        CheckResult result = fixture.check("X: " + "y".repeat(filler) + "\r\n" + signed);
        assertThat(result.rejection().isPresent()).isEqualTo(expected.equals("reject"));
        assertThat(field(result)).contains(more > 0 ? "dkim=permerror" : "dkim=pass");
    }

    @Test
    void hostileHeadersHaveABoundedResult() {
        fixture.zone.txt("_dmarc.far.test", "v=DMARC1; p=reject");
        List<String> fields = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            fields.add("DKIM-Signature: v=1; a=rsa-sha256; d=d" + i + ".test; s=s; h=from; bh=; b=\r\n");
            fields.add("ARC-Seal: i=" + i + "; a=rsa-sha256; cv=none; d=d.test; s=s; b=\r\n");
        }
        CheckResult result = fixture.check(String.join("", fields) + PLAIN);
        assertThat(reply(result)).startsWith("550 5.7.1 ");
        assertThat(field(result)).hasSizeLessThan(4_000);
        assertThat(field(result).split("dkim=", -1)).hasSize(6);
        assertThat(result.fields().get(0).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(998));
        assertThat(fixture.zone.txt("x")).isInstanceOf(Answer.None.class);
    }

    @Test
    void messageThatEndsInItsHeaderIsChecked() {
        fixture.zone.txt("_dmarc.far.test", "v=DMARC1; p=reject");
        assertThat(reply(fixture.check("From: carl@far.test\r\nSubject: x"))).contains("far.test");
    }

    @Test
    void messagesAreCheckedAtTheSameTime() throws Exception {
        fixture.zone.txt(FAR.keyName(), FAR.record()).txt("_dmarc.far.test", "v=DMARC1; p=reject");
        SenderVerification verification = fixture.verification("enforce");
        String valid = FAR.sign(PLAIN);
        String changed = valid.replace("noon", "one");
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Callable<String>> tasks = IntStream.range(0, 200)
                    .mapToObj(i -> (Callable<String>) () -> {
                        byte[] octets = Signer.octets(i % 2 == 0 ? valid : changed);
                        try (Check check = verification.begin(envelope("ann@one.test"), fixture.arrival("ESMTP"))) {
                            for (int at = 0; at < octets.length; at += 7) {
                                check.write(octets, at, Math.min(7, octets.length - at));
                            }
                            return reply(check.finish());
                        }
                    })
                    .toList();
            List<Future<String>> replies = threads.invokeAll(tasks);
            for (int i = 0; i < replies.size(); i++) {
                assertThat(replies.get(i).get().isEmpty()).isEqualTo(i % 2 == 0);
            }
        } finally {
            threads.shutdown();
            verification.stop();
        }
        assertThat(fixture.counters())
                .containsEntry("mailauth_total check message result accepted", 100L)
                .containsEntry("mailauth_total check message result rejected", 100L);
    }

    @Test
    void droppedMessageIsNotChecked() {
        try (Check check = fixture.verification("enforce").begin(envelope("ann@one.test"), fixture.arrival("ESMTP"))) {
            check.write(Signer.octets(PLAIN), 0, 10);
        }
        assertThat(fixture.counters()).isEmpty();
    }
}
