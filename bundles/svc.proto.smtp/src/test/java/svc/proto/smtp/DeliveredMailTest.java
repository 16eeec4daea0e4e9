package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;

/** Tests mail from other servers, and by LMTP, up to the inboxes of the recipients. */
class DeliveredMailTest {

    @RegisterExtension
    private static final BundleServer SERVER = SmtpServer.configured();

    private static String message(String subject) {
        return "From: <carl@far.test>\r\nDate: Tue, 1 Apr 2025 10:20:30 +0200\r\nMessage-ID: <" + subject
                + "@far.test>\r\nSubject: " + subject + "\r\n\r\nDear all";
    }

    private static LocalSender account(String address) {
        return LocalSender.of(SERVER, address);
    }

    @Test
    void filesAMessageForEachRecipient() throws Exception {
        LocalSender ann = account("ann@one.test");
        LocalSender eve = account("eve@two.test");
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.envelope("carl@far.test", "ann@one.test", "eve@two.test", "ann+news@one.test");
            assertThat(client.data(message("plans"))).startsWith("250 2.");
        }
        ann.awaitInbox("plans");
        eve.awaitInbox("plans");
        String blob = ann.user()
                .using(
                        LocalSender.BOTH,
                        "['Email/query',{'accountId':'@'},'q']",
                        "['Email/get',{'accountId':'@','#ids':{'resultOf':'q','name':'Email/query','path':'/ids'},"
                                + "'properties':['blobId']},'g']")
                .at("/1/1/list/0/blobId")
                .asText();
        String text = new String(ann.user().who().download(blob).orElseThrow(), StandardCharsets.ISO_8859_1);
        assertThat(text)
                .startsWith("Return-Path: <carl@far.test>\r\n")
                .contains("Received: from client.test ([127.0.0.1])", "by mail.example.org with ESMTP")
                .endsWith("\r\n\r\nDear all\r\n");
    }

    @Test
    void filesARepeatedMessageOnce() throws Exception {
        LocalSender fred = account("fred@one.test");
        // The reply is lost: the client ends the connection when the message is filed, and repeats the message.
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.envelope("carl@far.test", "fred@one.test");
            client.expect("DATA", "354");
            client.send(message("once") + "\r\n.\r\n");
            fred.awaitInbox("once");
        }
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.envelope("carl@far.test", "fred@one.test");
            assertThat(client.data(message("once"))).startsWith("250 2.");
            client.envelope("carl@far.test", "fred@one.test");
            assertThat(client.data(message("other"))).startsWith("250 2.");
        }
        fred.awaitInbox("once", "other");
    }

    @Test
    void filesTheMessagesOfTwoClientsAtOnce() throws Exception {
        LocalSender gina = account("gina@one.test");
        ExecutorService clients = Executors.newFixedThreadPool(4);
        List<String> subjects = new ArrayList<>();
        try {
            List<Future<String>> replies = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                String subject = "parallel-" + i;
                subjects.add(subject);
                replies.add(clients.submit(() -> {
                    try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
                        return client.envelope("carl@far.test", "gina@one.test").data(message(subject));
                    }
                }));
            }
            for (Future<String> reply : replies) {
                assertThat(reply.get()).startsWith("250");
            }
        } finally {
            clients.shutdownNow();
        }
        gina.awaitInbox(subjects.toArray(String[]::new));
    }

    @Test
    void refusesRecipientsThatTheServerDoesNotServe() throws Exception {
        account("hans@one.test");
        account("ines@three.test");
        SERVER.suspend(SERVER.user("ines@three.test"));
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.envelope("carl@far.test");
            assertThat(client.ask("RCPT TO:<nobody@one.test>")).startsWith("550 5.1.1");
            assertThat(client.ask("RCPT TO:<carl@far.test>")).startsWith("550 5.7.1");
            assertThat(client.ask("RCPT TO:<ines@three.test>")).startsWith("450 4.2.1");
            assertThat(client.ask("RCPT TO:<hans@one.test>")).startsWith("250");
        }
    }

    @Test
    void repliesForEachRecipientByLmtp() throws Exception {
        LocalSender jan = account("jan@one.test");
        LocalSender kim = account("kim@one.test");
        SERVER.directory().limit(SERVER.user("kim@one.test").account(), 4_000);
        String text = message("lmtp") + "\r\n" + ("x".repeat(98) + "\r\n").repeat(50);
        try (SmtpClient client = SmtpClient.greeted(SERVER, "lmtp")) {
            client.envelope("carl@far.test", "jan@one.test", "kim@one.test");
            assertThat(client.data(text)).startsWith("250 2.");
            assertThat(client.line()).startsWith("552 5.2.2");
        }
        jan.awaitInbox("lmtp");
        assertThat(kim.subjects("inbox")).isEmpty();
    }
}
