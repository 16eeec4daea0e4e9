package svc.mail.out.sign;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static svc.mail.out.sign.SigningFixture.ANN;
import static svc.mail.out.sign.SigningFixture.BOB;
import static svc.mail.out.sign.SigningFixture.HOST;
import static svc.mail.out.sign.SigningFixture.live;
import static svc.mail.out.sign.SigningFixture.message;
import static svc.mail.out.sign.SigningFixture.sent;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.delivery.Envelope;
import svc.api.delivery.OutgoingMail;
import svc.api.identity.Account;
import svc.mailauth.ArcResult;
import svc.mailauth.ArcVerifier;
import svc.mailauth.Signer;
import svc.mailauth.Verdict;

/** Which messages are signed, with which keys. */
final class MessageSignerTest {

    @TempDir
    Path folder;

    private SigningFixture server;

    @BeforeEach
    void open() {
        server = new SigningFixture(folder);
    }

    @AfterEach
    void close() {
        server.close();
    }

    private ArcResult chain(String message) throws IOException {
        return new ArcVerifier(server.zone, server.clock).verify(SigningFixture.read(message));
    }

    @Test
    void signsWithTheKeysOfTheAuthor() throws IOException {
        server.makeLive("one.test");
        String message = message("Ann <ann@one.test>");
        String signed = server.sign(ANN, message);
        assertThat(signed).startsWith("DKIM-Signature: ").endsWith(message);
        assertThat(server.verify(signed)).containsExactlyElementsOf(live("one.test"));
    }

    @Test
    void messageOfADomainWithoutKeysIsNotSignedAndTheDomainGetsKeys() throws IOException {
        assertThat(server.sign(ANN, message("ann@one.test"))).isEqualTo(message("ann@one.test"));
        assertThat(server.keys.of("one.test")).hasSize(2);
        assertThat(server.keys.of("two.test")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bob@two.test", // of another tenant
                "ann@sub.one.test",
                "ann@far.test",
                "ann@one.test, bob@two.test",
                "ann@one.test\r\nFrom: ann@one.test",
                "mailer-daemon@mx.own.test", // only notifications
                "ann",
                "\"ann@one.test\" <>",
                "undisclosed:;"
            })
    void messageOfAnotherAuthorIsNotSigned(String from) throws IOException {
        server.makeLive("one.test");
        server.makeLive("two.test");
        server.makeLive(HOST);
        assertThat(server.sign(ANN, message(from))).isEqualTo(message(from));
    }

    @Test
    void messageWithSeveralAuthorsOfOneDomainIsSigned() throws IOException {
        server.makeLive("one.test");
        String message = message("ann@one.test, Team <team@ONE.test>\r\nSender: ann@one.test");
        assertThat(server.verify(server.sign(ANN, message))).hasSize(2);
    }

    @Test
    void reportOfTheServerIsSignedByTheDomainThatItNames() throws IOException {
        server.makeLive("two.test");
        String report = message("postmaster@two.test");
        assertThat(server.sign(ANN, report)).isEqualTo(report);
        assertThat(server.verify(sent(server.signer.sign(server.mail(ANN, "", report, false)))))
                .containsExactlyElementsOf(live("two.test"));
    }

    @Test
    void notificationIsSignedByTheNameOfTheServerIfItHasKeys() throws IOException {
        String bounce = message("mailer-daemon@" + HOST);
        OutgoingMail mail = server.mail(ANN, "", bounce, false);
        assertThat(sent(server.signer.sign(mail))).isEqualTo(bounce);
        assertThat(server.keys.of(HOST)).isEmpty();
        server.makeLive(HOST);
        assertThat(server.verify(sent(server.signer.sign(mail)))).containsExactlyElementsOf(live(HOST));
    }

    @Test
    void forgedMessageThatIsSentOnIsSealedButNotSigned() throws IOException {
        server.makeLive("one.test");
        server.makeLive(HOST);
        for (String from : List.of("ann@one.test", "mailer-daemon@" + HOST, "carl@far.test")) {
            String message =
                    "Received: by mx\r\nAuthentication-Results: " + HOST + "; dmarc=fail; arc=none\r\n" + message(from);
            String sealed = sent(server.signer.sign(server.mail(ANN, "", message, true)));
            assertThat(sealed).startsWith("ARC-Seal: i=1;").endsWith(message);
            assertThat(server.verify(sealed)).isEmpty();
            assertThat(chain(sealed).seals()).containsExactly(new ArcResult.Seal("one.test", Verdict.FAIL));
        }
    }

    @Test
    void relayedMessageWithoutResultsOrKeysIsSentAsItIs() throws IOException {
        String message = "Authentication-Results: " + HOST + "; arc=none\r\n" + message("carl@far.test");
        assertThat(sent(server.signer.sign(server.mail(BOB, "", message, true))))
                .isEqualTo(message);
        server.makeLive("two.test");
        assertThat(sent(server.signer.sign(server.mail(BOB, "", message, true))))
                .startsWith("ARC-Seal: ");
        String plain = message("carl@far.test");
        assertThat(sent(server.signer.sign(server.mail(BOB, "", plain, true)))).isEqualTo(plain);
    }

    @Test
    void signaturesOfOthersStay() throws IOException {
        server.makeLive("one.test");
        Signer far = Signer.ed25519("far.test", "far");
        server.zone.txt(far.keyName(), far.record());
        String signed = server.sign(ANN, far.sign(message("ann@one.test")));
        assertThat(server.verify(signed)).hasSize(3).allMatch(result -> result.startsWith("pass"));
    }

    @Test
    void contentIsReadOnceToSignAndOnceToSend() throws IOException {
        server.makeLive("one.test");
        AtomicInteger reads = new AtomicInteger();
        long size = 30_000_000;
        byte[] head = message("ann@one.test").getBytes(US_ASCII);
        byte[] line = new byte[1_000];
        Arrays.fill(line, (byte) 'x');
        line[998] = '\r';
        line[999] = '\n';
        OutgoingMail large = new OutgoingMail(
                "q1",
                ANN,
                Envelope.of("ann@one.test", List.of("carl@far.test")),
                "far.test",
                head.length + size,
                out -> {
                    reads.incrementAndGet();
                    out.write(head);
                    for (long at = 0; at < size; at += line.length) {
                        out.write(line);
                    }
                });
        OutgoingMail signed = server.signer.sign(large);
        assertThat(reads).hasValue(1);
        AtomicInteger written = new AtomicInteger();
        signed.content().writeTo(new OutputStream() {
            @Override
            public void write(int octet) {
                written.incrementAndGet();
            }

            @Override
            public void write(byte[] octets, int from, int length) {
                written.addAndGet(length);
            }
        });
        assertThat(reads).hasValue(2);
        assertThat((long) written.get()).isEqualTo(signed.size());
    }

    @Test
    void failureToReadTheContentIsPassedOn() throws IOException {
        server.makeLive("one.test");
        OutgoingMail broken = new OutgoingMail(
                "q1", ANN, Envelope.of("ann@one.test", List.of("carl@far.test")), "far.test", 1, out -> {
                    throw new IOException("damaged");
                });
        assertThatThrownBy(() -> server.signer.sign(broken)).isInstanceOf(IOException.class);
    }

    @Test
    void internationalizedDomainSignsWithALabels() throws IOException {
        Account eva = new Account(3, "t3", "eva@xn--bcher-kva.test", "");
        server.directory.add(eva);
        server.makeLive("xn--bcher-kva.test");
        String message = new String(message("eva@b\u00fccher.test").getBytes(UTF_8), ISO_8859_1);
        assertThat(server.verify(server.sign(eva, message))).containsExactlyElementsOf(live("xn--bcher-kva.test"));
    }

    /**
     * A signature of 10 kB costs about two milliseconds, more than half of them for RSA. The tests run with the faster one
     * of the compilers only, which needs ten.
     */
    @Test
    void signatureOfAMessageOf10kBIsCheap() throws IOException {
        server.makeLive("one.test");
        OutgoingMail mail = server.mail(
                ANN, "ann@one.test", message("ann@one.test") + "A line of text of some length.\r\n".repeat(312), false);
        LongSupplier run = () -> {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadCpuTime();
            for (int i = 0; i < 50; i++) {
                try {
                    server.signer.sign(mail);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            }
            return (threads.getCurrentThreadCpuTime() - before) / 50;
        };
        long nanos = LongStream.generate(run).limit(3).min().orElseThrow();
        System.out.println("A signature of 10 kB by RSA and Ed25519 takes " + nanos / 1_000 + " microseconds of CPU.");
        assertThat(nanos).isLessThan(50_000_000);
    }
}
