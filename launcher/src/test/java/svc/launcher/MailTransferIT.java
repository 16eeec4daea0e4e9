package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.client.SocketClient;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/**
 * Import and export of mail, with servers and commands that are killed in between: no message is lost or duplicated.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class MailTransferIT {

    private static final String ANN = "ann@example.test";
    private static final String BOB = "bob@example.test";
    private static final Duration LONG = Duration.ofHours(2);

    @TempDir
    private static Path home;

    private static RunningServer server;

    @TempDir
    private Path directory;

    @BeforeAll
    static void start() {
        server = SvcCommand.svc().start(home).ready();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    @Covers(value = "GEN-07", part = "mail in bulk")
    void interruptedTransferContinuesWithoutDuplicates() throws Exception {
        transfer(600, 60);
    }

    @Test
    @Tag("soak")
    void transfers100000MessagesInConstantMemory() throws Exception {
        transfer(Integer.getInteger("svc.messages", 100_000), 20_000);
    }

    /** Kills the server, then the command, each after about a number of messages. */
    private void transfer(int count, int between) throws Exception {
        Path mbox = directory.resolve("old.mbox");
        GeneratedMail.mbox(mbox, count);
        RunningServer killedServer = server;
        MailUser before = MailUser.of(killedServer, ANN);
        CompletableFuture<SvcCommand.Finished> first =
                CompletableFuture.supplyAsync(() -> killedServer.command("", words(mbox)));
        server.await("under way", LONG, () -> emails(before) >= between);
        server.kill();
        assertThat(first.join().exit()).isEqualTo(SocketClient.UNREACHABLE);

        killedServer.close();
        server = SvcCommand.svc().start(home).ready();
        MailUser after = again(ANN);
        assertThat(emails(after)).isGreaterThanOrEqualTo(between).isLessThan(count);
        interrupt(after, mbox, between);
        long kilobytes = MeasuredProcess.of(server).residentKilobytes();
        long present = emails(after);
        long start = System.nanoTime();
        JsonNode rest = whenFree(words(mbox));
        double seconds = (System.nanoTime() - start) / 1e9;
        long growth = MeasuredProcess.of(server).residentKilobytes() - kilobytes;
        System.out.printf(
                "%d messages in: %.0f a second, %d kB more resident%n",
                rest.path("imported").asLong(), rest.path("imported").asLong() / seconds, growth);
        // The abandoned command may have completed the message that it had begun.
        assertThat(rest.path("already_there").asLong()).isGreaterThanOrEqualTo(present);
        assertThat(rest.path("imported").asLong() + rest.path("already_there").asLong())
                .isEqualTo(count);
        assertThat(rest.path("not_imported").asLong()).isZero();
        assertThat(rest.path("complete").asBoolean()).isTrue();
        assertThat(emails(after)).isEqualTo(count);
        assertThat(growth).isLessThan(200_000);

        JsonNode none = json(server.command("", words(mbox)));
        assertThat(none.path("imported").asLong()).isZero();
        assertThat(none.path("already_there").asLong()).isEqualTo(count);
        assertThat(server.command("", "audit", "list", "--json").out()).contains("mail.import");
        export(count);
    }

    /** Ends the client of the command. */
    private void interrupt(MailUser ann, Path mbox, int between) throws Exception {
        long before = emails(ann);
        SocketClient client = SocketClient.connect(server.home()).orElseThrow();
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        CompletableFuture<Integer> typed = CompletableFuture.supplyAsync(() ->
                client.command(List.of(words(mbox)), server.home(), InputStream.nullInputStream(), nowhere, nowhere));
        server.await("under way again", LONG, () -> emails(ann) >= before + between);
        client.close();
        assertThat(typed.join()).isEqualTo(SocketClient.UNREACHABLE);
    }

    /** All bytes are exported as they were imported, and imported into another account through an mbox file. */
    private void export(int count) {
        Map<String, Integer> expected = GeneratedMail.hashes(count);
        Path maildir = directory.resolve("maildir");
        Path mboxes = directory.resolve("mboxes");
        Path second = directory.resolve("second");
        long start = System.nanoTime();
        JsonNode out = json(server.command("", out(ANN, maildir, "maildir")));
        System.out.printf("%d messages out: %.0f a second%n", count, count * 1e9 / (System.nanoTime() - start));
        assertThat(out.path("exported").asLong()).isEqualTo(count);
        assertThat(GeneratedMail.delivered(maildir)).isEqualTo(expected);

        assertThat(json(server.command("", out(ANN, mboxes, "mbox")))
                        .path("exported")
                        .asLong())
                .isEqualTo(count);
        JsonNode twice = json(server.command("", out(ANN, mboxes, "mbox")));
        assertThat(twice.path("exported").asLong()).isZero();
        assertThat(twice.path("already_there").asLong()).isEqualTo(count);

        MailUser.of(server, BOB);
        JsonNode in =
                json(server.command("", "mail", "import", "--account", BOB, "--from", mboxes.toString(), "--json"));
        assertThat(in.path("imported").asLong()).isEqualTo(count);
        assertThat(json(server.command("", out(BOB, second, "maildir")))
                        .path("exported")
                        .asLong())
                .isEqualTo(count);
        assertThat(GeneratedMail.delivered(second)).isEqualTo(expected);
    }

    @Test
    void foldersFlagsAndTimesRoundTrip() {
        MailUser ann = MailUser.of(server, "one@folders.test");
        String below = ann.call(
                        "Mailbox/set", "'create':{'k':{'name':'R&D /.x','parentId':'" + ann.mailbox("archive") + "'}}")
                .at("/created/k/id")
                .asText();
        bring(ann, "one", ann.mailbox("inbox"), "'$seen':true,'$flagged':true", "2001-02-03T04:05:06Z");
        bring(
                ann,
                "two",
                ann.mailbox("sent"),
                "'$answered':true,'work':true,'$forwarded':true",
                "2002-02-03T04:05:06Z");
        bring(ann, "three", below, "'$draft':true,'a-b':true", "2003-02-03T04:05:06Z");
        MailUser bob = MailUser.of(server, "two@folders.test");
        for (String format : List.of("mbox", "maildir")) {
            Path to = directory.resolve(format);
            assertThat(json(server.command("", out(ann.who().email(), to, format)))
                            .path("exported")
                            .asLong())
                    .isEqualTo(3);
            JsonNode in = json(server.command(
                    "",
                    "mail",
                    "import",
                    "--account",
                    bob.who().email(),
                    "--from",
                    to.toString(),
                    "--again",
                    "--json"));
            assertThat(in.path("imported").asLong()).as(in.toString()).isEqualTo(3);
            assertThat(in.path("not_imported").asLong()).isZero();
        }
        Map<String, String> expected = new TreeMap<>();
        state(ann).forEach((what, times) -> expected.put(what, "2"));
        assertThat(state(bob)).isEqualTo(expected);
    }

    @Test
    void reportsUnknownAccountsAndUnusableFiles() {
        MailUser.of(server, ANN);
        SvcCommand.Finished unknown =
                server.command("", "mail", "import", "--account", "no@example.test", "--from", "x.mbox");
        assertThat(unknown.err()).contains("There is no account no@example.test.");
        SvcCommand.Finished missing = server.command("", "mail", "import", "--account", ANN, "--from", "gone.mbox");
        assertThat(missing.exit()).isEqualTo(2);
        assertThat(missing.err()).contains(home.resolve("gone.mbox").toString(), "is not there");
        SvcCommand.Finished full = server.command("", out(ANN, home, "mbox"));
        assertThat(full.out()).contains("holds other files");
    }

    /** The last test, because it stops the server. */
    @Test
    @Order(Integer.MAX_VALUE)
    void worksWithoutAServer() throws Exception {
        String account = "alone@example.test";
        MailUser.of(server, account);
        assertThat(server.terminate()).isZero();
        Path mbox = directory.resolve("odd.mbox");
        GeneratedMail.mbox(mbox, 40);
        Files.write(
                mbox,
                "From x@y.test Sat Jan  3 01:05:34 2015\n\0\1\2\n\n".getBytes(StandardCharsets.US_ASCII),
                java.nio.file.StandardOpenOption.APPEND);
        long at = Files.size(mbox) - "From x@y.test Sat Jan  3 01:05:34 2015\n\0\1\2\n\n".length();

        SvcCommand.Finished in = SvcCommand.svc().in(home, words(account, mbox));
        JsonNode counts = OperationInterface.json(in.out());
        assertThat(in.exit()).isOne();
        assertThat(counts.path("imported").asLong()).isEqualTo(40);
        assertThat(counts.path("not_imported").asLong()).isOne();
        assertThat(counts.at("/failures/0/file").asText()).isEqualTo("odd.mbox");
        assertThat(counts.at("/failures/0/at").asText()).isEqualTo("byte " + at);
        assertThat(counts.at("/failures/0/reason").asText()).contains("not a message");

        Path to = directory.resolve("out");
        SvcCommand.Finished out = SvcCommand.svc().in(home, out(account, to, "maildir"));
        assertThat(OperationInterface.json(out.out()).path("exported").asLong()).isEqualTo(40);
        assertThat(GeneratedMail.delivered(to)).isEqualTo(GeneratedMail.hashes(40));
    }

    private static void bring(MailUser user, String subject, String mailbox, String keywords, String received) {
        String blob = user.upload(MailCalls.message("From: a@b.test", "Subject: " + subject, "", "x"));
        JsonNode response = user.call(
                "Email/import",
                "'emails':{'k':{'blobId':'" + blob + "','mailboxIds':{'" + mailbox + "':true},'keywords':{" + keywords
                        + "},'receivedAt':'" + received + "'}}");
        assertThat(response.at("/created/k/id").asText())
                .as(response.toString())
                .isNotEmpty();
    }

    /** Returns mailbox, role, subject, keywords and time of each email, with their count. */
    private static Map<String, String> state(MailUser user) {
        Map<String, String> mailboxes = new TreeMap<>();
        for (JsonNode mailbox : user.call("Mailbox/get", "'ids':null").path("list")) {
            mailboxes.put(
                    mailbox.path("id").asText(),
                    mailbox.path("name").asText() + " " + mailbox.path("role").asText() + " "
                            + mailbox.path("parentId").isNull());
        }
        List<String> ids =
                MailCalls.texts(user.call("Email/query", "'filter':null").path("ids"));
        Map<String, String> state = new TreeMap<>();
        for (String id : ids) {
            JsonNode email = user.email(id, "subject", "keywords", "receivedAt", "mailboxIds", "blobId");
            String what = mailboxes.get(email.path("mailboxIds").fieldNames().next()) + " " + email.path("subject")
                    + " " + new TreeMap<>(Map.copyOf(words(email.path("keywords")))) + email.path("receivedAt")
                    + email.path("blobId");
            state.merge(what, "1", (a, b) -> String.valueOf(Integer.parseInt(a) + Integer.parseInt(b)));
        }
        return state;
    }

    private static Map<String, Boolean> words(JsonNode keywords) {
        Map<String, Boolean> words = new TreeMap<>();
        keywords.fieldNames().forEachRemaining(word -> words.put(word, true));
        return words;
    }

    private static String[] words(Path mbox) {
        return words(ANN, mbox);
    }

    private static String[] words(String account, Path mbox) {
        return new String[] {"mail", "import", "--account", account, "--from", mbox.toString(), "--json"};
    }

    private static String[] out(String account, Path to, String format) {
        return new String[] {"mail", "export", "--account", account, "--to", to.toString(), "--format", format, "--json"
        };
    }

    private static MailUser again(String email) {
        SignedIn who = SignedIn.again(server, email);
        return new MailUser(who, BlobClient.of(who));
    }

    private static long emails(MailUser user) {
        return user.call("Email/query", "'limit':1,'calculateTotal':true")
                .path("total")
                .asLong();
    }

    /** An abandoned command ends at its next portion. */
    private static JsonNode whenFree(String... words) {
        List<JsonNode> answers = new ArrayList<>();
        server.await("the account free", LONG, () -> {
            JsonNode response =
                    OperationInterface.json(server.command("", words).out());
            boolean running = response.path("reason").asText().equals("conflict");
            if (!running) {
                answers.add(response);
            }
            return !running;
        });
        return answers.get(0);
    }

    private static JsonNode json(SvcCommand.Finished finished) {
        assertThat(finished.exit()).as(finished.out() + finished.err()).isZero();
        return OperationInterface.json(finished.out());
    }
}
