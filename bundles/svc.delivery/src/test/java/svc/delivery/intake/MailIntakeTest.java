package svc.delivery.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.delivery.Envelope;
import svc.api.delivery.IncomingMail;
import svc.delivery.queue.DurableQueue;
import svc.delivery.queue.QueueRows;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;

/** Messages from outside: replies, filing, trace fields and duplicates. */
final class MailIntakeTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage("svc.delivery")
            .configured("svc.mail", java.util.Map.of("hostname", "mx.own.test"));

    private final Arrivals arrivals = new Arrivals(SERVER);

    private static LocalMailUser user(String email) {
        return LocalMailUser.of(SERVER, email);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ann@rcpt.test         | 250 2.1.5
            ANN+news@rcpt.test    | 250 2.1.5
            nobody@rcpt.test      | 550 5.1.1
            ann@far.example       | 550 5.7.1
            not an address        | 553 5.1.3
            full@rcpt.test        | 552 5.2.2
            away@suspended.test   | 450 4.2.1
            """)
    void recipientIsCheckedBeforeTheMessage(String address, String reply) {
        user("ann@rcpt.test");
        SERVER.suspend(user("away@suspended.test").who());
        LocalMailUser full = user("full@rcpt.test");
        if (full.who().usedBytes() == 0) {
            full.bring(Arrivals.message("old"));
        }
        SERVER.directory().limit(full.who().account(), full.who().usedBytes());
        assertThat(arrivals.intake().checkRecipient(address).toString()).startsWith(reply + " ");
    }

    @Test
    void acceptedMessageIsInTheInboxWithTraceFieldsInFront() throws IOException {
        LocalMailUser ann = user("ann@trace.test");
        byte[] message = Arrivals.message("trace", "Return-Path: <forged@far.test>", "Received: from a by b; x");
        assertThat(arrivals.smtp(message, "ann@trace.test")).containsExactly("250 2.1.5 Delivered.");
        assertThat(arrivals.subjects(ann, "inbox")).containsExactly("trace");
        String filed = arrivals.filed(ann, "trace");
        assertThat(filed)
                .startsWith("Return-Path: <carl@far.test>\r\nReceived: from mx.far.test ([192.0.2.7])\r\n"
                        + "\tby mx.own.test with ESMTPS\r\n\t(TLSv1.3)\r\n\tid ")
                .contains(
                        "\r\n\tfor <ann@trace.test>;\r\n\t", "\r\nReceived: from a by b; x\r\nFrom: carl@far.test\r\n")
                .endsWith("\r\n\r\nHello\r\n")
                .doesNotContain("forged");
    }

    @Test
    void addressOfAnAuthenticatedClientIsNotWritten() throws IOException {
        LocalMailUser ann = user("ann@private.test");
        Envelope envelope = Envelope.of("bob@private.test", List.of("ann@private.test", "ann+x@private.test"));
        arrivals.receive("ESMTPSA", envelope, Arrivals.message("private"));
        assertThat(arrivals.filed(ann, "private"))
                .startsWith("Return-Path: <bob@private.test>\r\nReceived: by mx.own.test with ESMTPSA\r\n")
                .doesNotContain("192.0.2.7", "mx.far.test", "\tfor <");
    }

    @Test
    void textWithoutAHeaderIsABody() throws IOException {
        LocalMailUser ann = user("ann@body.test");
        arrivals.smtp("Just some words\r\n".getBytes(UTF_8), "ann@body.test");
        String blob = arrivals.emails(ann, "'inMailbox':'" + ann.mailbox("inbox") + "'", "blobId")
                .get(0)
                .path("blobId")
                .asText();
        assertThat(new String(ann.who().download(blob).orElseThrow(), UTF_8)).endsWith("\r\n\r\nJust some words\r\n");
    }

    @Test
    void dataThatIsNoMessageIsRejected() throws IOException {
        user("ann@data.test");
        assertThat(arrivals.smtp(new byte[] {0, 1, 2, 3}, "ann@data.test"))
                .containsExactly("554 5.6.0 The data is not a message.");
        assertThat(arrivals.smtp(new byte[0], "ann@data.test").get(0)).startsWith("554 5.6.0 ");
        String[] hops =
                IntStream.range(0, 101).mapToObj(i -> "Received: by h" + i).toArray(String[]::new);
        assertThat(arrivals.smtp(Arrivals.message("loop", hops), "ann@data.test")
                        .get(0))
                .startsWith("554 5.4.6 ");
        String[] fewer = java.util.Arrays.copyOf(hops, 100);
        assertThat(arrivals.smtp(Arrivals.message("loop", fewer), "ann@data.test")
                        .get(0))
                .startsWith("250 ");
        byte[] longHeader = Arrivals.message("long", "X: " + "y\r\n ".repeat(90_000));
        assertThat(arrivals.smtp(longHeader, "ann@data.test").get(0)).startsWith("552 5.3.4 ");
    }

    @Test
    void repeatedMessageIsFiledOnceAndAcceptedAgain() throws IOException {
        LocalMailUser ann = user("ann@twice.test");
        byte[] message = Arrivals.message("twice");
        arrivals.smtp(message, "ann@twice.test");
        assertThat(arrivals.smtp(message, "ann@twice.test").get(0)).startsWith("250 ");
        assertThat(arrivals.subjects(ann, "inbox")).containsExactly("twice");
        Envelope other = Envelope.of("list@far.test", List.of("ann@twice.test"));
        arrivals.receive("ESMTP", other, message);
        assertThat(arrivals.subjects(ann, "inbox")).as("another return path").containsExactly("twice", "twice");
    }

    @Test
    void twoAddressesOfAnAccountGetOneCopy() throws IOException {
        LocalMailUser ann = user("ann@both.test");
        assertThat(arrivals.smtp(Arrivals.message("both"), "ann@both.test", "ann+x@both.test"))
                .allMatch(reply -> reply.startsWith("250 "));
        assertThat(arrivals.subjects(ann, "inbox")).containsExactly("both");
    }

    @Test
    void sixtyRecipientsGetTheMessageInOneWrite() throws IOException {
        List<LocalMailUser> users = IntStream.range(0, 60)
                .mapToObj(i -> user("u" + i + "@many" + i % 3 + ".test"))
                .toList();
        String[] addresses = users.stream().map(user -> user.who().email()).toArray(String[]::new);
        assertThat(arrivals.smtp(Arrivals.message("many"), addresses))
                .hasSize(60)
                .allMatch(reply -> reply.startsWith("250 "));
        for (LocalMailUser user : users) {
            assertThat(arrivals.subjects(user, "inbox")).containsExactly("many");
        }
    }

    @Test
    void largeMessageIsFiledInAccountsOfTwoTenants() throws IOException {
        LocalMailUser ann = user("ann@large.test");
        LocalMailUser bob = user("bob@grand.test");
        String body = "0123456789abcdef\r\n".repeat(100_000);
        byte[] message =
                (new String(Arrivals.message("large", "Return-Path: <x@y.test>"), UTF_8) + body).getBytes(UTF_8);
        assertThat(arrivals.smtp(message, "ann@large.test", "bob@grand.test"))
                .allMatch(reply -> reply.startsWith("250 "));
        String filed = arrivals.filed(ann, "large");
        assertThat(filed).endsWith("\r\n\r\nHello\r\n" + body).doesNotContain("x@y.test");
        assertThat(arrivals.filed(bob, "large")).isEqualTo(filed);
        assertThat(ann.who().usedBytes()).isEqualTo(filed.length());
    }

    @Test
    void accountOverQuotaRejectsAndTheOtherAccepts() throws IOException {
        LocalMailUser ann = user("ann@quota.test");
        LocalMailUser full = user("full@quota.test");
        SERVER.directory().limit(full.who().account(), 10);
        Envelope envelope = Envelope.of(Arrivals.SENDER, List.of("full@quota.test", "ann@quota.test"));
        assertThat(arrivals.receive("LMTP", envelope, Arrivals.message("quota")))
                .containsExactly("552 5.2.2 The recipient is over quota.", "250 2.1.5 Delivered.");
        assertThat(arrivals.subjects(ann, "inbox")).containsExactly("quota");
        assertThat(arrivals.subjects(full, "inbox")).isEmpty();
        assertThat(arrivals.smtp(Arrivals.message("only"), "full@quota.test").get(0))
                .startsWith("552 5.2.2 ");
    }

    @Test
    void smtpQueuesTheMessageForARecipientThatCannotTakeItNow() throws IOException {
        LocalMailUser ann = user("ann@some.test");
        LocalMailUser away = user("away@late.test");
        SERVER.suspend(away.who());
        byte[] message = Arrivals.message("some");
        for (int i = 0; i < 2; i++) { // the repetition is recognized for both recipients
            assertThat(arrivals.smtp(message, "ann@some.test", "away@late.test"))
                    .element(0)
                    .asString()
                    .startsWith("250 ");
        }
        assertThat(arrivals.subjects(ann, "inbox")).containsExactly("some");
        DurableQueue queue = SERVER.service(svc.api.delivery.MailQueue.class, DurableQueue.class);
        assertThat(queue.read(QueueRows::count)).isEqualTo(1);
        long n = queue.read(sql -> QueueRows.after(sql, 0, 1)).get(0).n();
        assertThat(queue.discard(n)).isTrue();
    }

    @Test
    void messageThatFailedForARecipientIsFiledWhenItArrivesAgain() throws IOException {
        LocalMailUser ann = user("ann@again.test");
        LocalMailUser full = user("full@again.test");
        SERVER.directory().limit(full.who().account(), 10);
        Envelope envelope = Envelope.of("", List.of("ann@again.test", "full@again.test"));
        byte[] message = Arrivals.message("again");
        assertThat(arrivals.receive("ESMTP", envelope, message))
                .element(1)
                .asString()
                .startsWith("552 5.2.2 ");
        SERVER.directory().limit(full.who().account(), 100_000);
        assertThat(arrivals.receive("ESMTP", envelope, message)).allMatch(reply -> reply.startsWith("250 "));
        assertThat(arrivals.subjects(full, "inbox")).containsExactly("again");
        assertThat(arrivals.subjects(ann, "inbox")).containsExactly("again");
    }

    @Test
    void droppedMessageLeavesNothing() throws IOException {
        LocalMailUser ann = user("ann@drop.test");
        Envelope envelope = Envelope.of(Arrivals.SENDER, List.of("ann@drop.test"));
        IncomingMail mail = arrivals.intake().receive(envelope, arrivals.arrival("ESMTP"));
        try (OutputStream out = mail.out()) {
            out.write(new byte[1_000_000]);
        }
        mail.close();
        assertThatThrownBy(mail::accept).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> mail.out().write(1)).isInstanceOf(IOException.class);
        assertThat(arrivals.subjects(ann, "inbox")).isEmpty();
    }

    @Test
    void messagesArriveAtTheSameTime() throws Exception {
        LocalMailUser ann = user("ann@crowd.test");
        LocalMailUser bob = user("bob@crowd.test");
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<List<String>>> tasks = IntStream.range(0, 40)
                    .mapToObj(i -> (Callable<List<String>>) () -> arrivals.smtp(
                            Arrivals.message("m" + i / 2), i % 4 < 2 ? "ann@crowd.test" : "bob@crowd.test"))
                    .toList();
            for (Future<List<String>> replies : threads.invokeAll(tasks)) {
                assertThat(replies.get().get(0)).startsWith("250 ");
            }
        } finally {
            threads.shutdown();
        }
        assertThat(arrivals.subjects(ann, "inbox")).hasSize(10).doesNotHaveDuplicates();
        assertThat(arrivals.subjects(bob, "inbox")).hasSize(10).doesNotHaveDuplicates();
    }

    @Test
    void interruptedFilingLeavesAllRecipientsOrNone() throws IOException {
        List<LocalMailUser> users = IntStream.range(0, 3)
                .mapToObj(i -> user("u" + i + "@crash.test"))
                .toList();
        String[] addresses = users.stream().map(user -> user.who().email()).toArray(String[]::new);
        boolean failed = true;
        for (int runs = 0; failed; runs++) {
            String subject = "crash" + runs;
            SERVER.faults().breakAfter(runs);
            try {
                arrivals.smtp(Arrivals.message(subject), addresses);
            } catch (IOException | RuntimeException e) {
                assertThat(e).isNotInstanceOf(AssertionError.class);
            }
            failed = SERVER.faults().mend();
            long holders = users.stream()
                    .filter(user -> arrivals.subjects(user, "inbox").contains(subject))
                    .count();
            assertThat(holders).as("after %d runs", runs).isIn(0L, 3L);
            assertThat(arrivals.smtp(Arrivals.message(subject), addresses)).allMatch(reply -> reply.startsWith("250 "));
            for (LocalMailUser user : users) {
                assertThat(arrivals.subjects(user, "inbox").stream().filter(subject::equals))
                        .hasSize(1);
            }
        }
    }
}
