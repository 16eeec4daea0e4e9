package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.launcher.RepeatingMailServer.Kind;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/**
 * Mail servers and a mail client send messages at the same time while the server is killed now and then, and repeat those
 * without a reply. Each acknowledged message from outside is in each mailbox exactly once. A message that a signed-in client
 * repeats is another one, so it may be there once more for each time without a reply.
 */
final class ReceiptCrashIT {

    static final String DOMAIN = "@crash.test";

    private static final String ANN = "ann" + DOMAIN;
    private static final String BOB = "bob" + DOMAIN;
    private static final String EVE = "eve" + DOMAIN;
    private static final String FULL = "full" + DOMAIN;
    private static final int SERVERS = 4;
    private static final int MESSAGES = 6;
    private static final int PAGE = 200;

    @TempDir
    private Path home;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @Test
    @Covers(value = "DOM-01", part = "mail from outside")
    void eachMessageIsFiledOnceDespiteTwoKills() throws Exception {
        receive(Long.getLong("svc.seed", 1), 2);
    }

    @Test
    @Tag("soak")
    @Covers(value = "DOM-01", part = "mail from outside")
    void eachMessageIsFiledOnceDespite500Kills() throws Exception {
        receive(Long.getLong("svc.seed", 2), Integer.getInteger("svc.kills", 500));
    }

    private RunningServer start(EmptyDns dns) {
        String[] settings = {
            "--set", "mail.hostname=\"mail.example.org\"",
            "--set", "mail.delay_notice_hours=0",
            "--set", "server.tls_self_signed=true",
            "--set", "smtp.listen=\"127.0.0.1:0\"",
            "--set", "submission.tls_listen=\"127.0.0.1:0\"",
            "--set", "submission.recipients_per_hour=1000000",
            "--set", "submission.recipients_per_day=1000000"
        };
        return TestClock.svc()
                .start(
                        home,
                        Stream.of(settings, dns.settings())
                                .flatMap(Arrays::stream)
                                .toArray(String[]::new))
                .ready();
    }

    private void receive(long seed, int kills) throws Exception {
        Files.createDirectories(home.resolve("extensions"));
        FarTransportBundle.jar().writeTo(home.resolve("extensions/far.jar"));
        Random random = new Random(seed);
        EmptyDns dns = new EmptyDns();
        RunningServer server = start(dns);
        try {
            List<RepeatingMailServer> clients = clients(server, seed);
            for (int i = 0; i < kills; i++) {
                List<Future<Boolean>> sent = sendAll(server, clients);
                server.killAfter(Duration.ofMillis(random.nextInt(600)));
                for (Future<Boolean> one : sent) {
                    one.get(1, TimeUnit.MINUTES);
                }
                server.close();
                server = start(dns);
            }
            List<Future<Boolean>> sent = sendAll(server, clients);
            for (int i = 0; i < clients.size(); i++) {
                assertThat(sent.get(i).get(5, TimeUnit.MINUTES))
                        .as("seed %d: %s", seed, clients.get(i).failure())
                        .isTrue();
            }
            compare(server, clients);
            assertThat(server.terminate()).isZero();
        } finally {
            server.close();
            dns.close();
            threads.shutdownNow();
        }
    }

    private static List<RepeatingMailServer> clients(RunningServer server, long seed) {
        Sender.of(server, ANN);
        Sender.of(server, BOB);
        Sender.of(server, EVE);
        MailUser.of(server, FULL).limit(1);
        String secret = MailCalls.json(
                        server.command("", "app-password", "create", "--account", ANN, "--name", "mail", "--json")
                                .out())
                .path("secret")
                .asText();
        List<RepeatingMailServer> clients = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
            clients.add(RepeatingMailServer.relay("relay" + i, EVE, seed * SERVERS + i));
        }
        clients.add(RepeatingMailServer.submission("sent", ANN, secret, seed));
        return clients;
    }

    private List<Future<Boolean>> sendAll(RunningServer server, List<RepeatingMailServer> clients) throws IOException {
        List<Future<Boolean>> sent = new ArrayList<>();
        int smtp = server.port("smtp");
        int submission = server.port("submissions");
        for (int i = 0; i < clients.size(); i++) {
            RepeatingMailServer client = clients.get(i);
            int port = i < SERVERS ? smtp : submission;
            sent.add(threads.submit(() -> client.send(port, MESSAGES)));
        }
        return sent;
    }

    private void compare(RunningServer server, List<RepeatingMailServer> clients) throws Exception {
        List<RepeatingMailServer> relays = clients.subList(0, SERVERS);
        RepeatingMailServer submission = clients.get(SERVERS);
        server.await(
                "only remote recipients wait",
                () -> rows("SELECT count(*) FROM posting_recipient WHERE state = 'waiting'"
                                + " AND (lane IS NULL OR attempts = 0)")
                        == 0);
        for (String address : List.of(ANN, BOB)) {
            List<String> inbox = subjects(MailUser.of(server, address));
            assertThat(inbox.stream().filter(subject -> subject.startsWith("relay")))
                    .as("accepted for " + address)
                    .containsExactlyInAnyOrderElementsOf(accepted(relays, address));
            inbox.removeIf(subject -> subject.startsWith("relay"));
            assertThat(submission.accepted().keySet()).containsAll(inbox);
            submission.accepted().forEach((subject, recipients) -> {
                if (recipients.contains(address)) {
                    assertThat(Collections.frequency(inbox, subject))
                            .as(subject)
                            .isBetween(1, 1 + submission.unanswered(subject));
                }
            });
        }
        assertThat(subjects(MailUser.of(server, FULL))).isEmpty();
        assertThat(reported(MailUser.of(server, EVE)))
                .as("one notification for each message")
                .containsExactlyInAnyOrderElementsOf(accepted(relays, FULL));
        assertThat(rows("SELECT count(*) FROM posting_recipient WHERE address LIKE '%@" + FarTransportBundle.DOMAIN
                        + "'"))
                .as("each copy of a message waits once for the other server")
                .isEqualTo(subjects(MailUser.of(server, BOB)).stream()
                        .filter(subject -> subject.startsWith("sent"))
                        .filter(subject -> submission.kind(subject) == Kind.PARTLY_REMOTE)
                        .count())
                .isEqualTo(rows("SELECT count(*) FROM posting"));
        collectsWhatNothingRefersTo(server);
    }

    private static List<String> accepted(List<RepeatingMailServer> relays, String address) {
        return relays.stream()
                .flatMap(relay -> relay.accepted().entrySet().stream())
                .filter(message -> message.getValue().contains(address))
                .map(message -> message.getKey())
                .toList();
    }

    /** Returns the subjects of the messages whose failures were reported. */
    private static List<String> reported(MailUser eve) {
        List<String> reported = new ArrayList<>();
        for (JsonNode email : emails(eve)) {
            assertThat(email.path("subject").asText()).isEqualTo("Not delivered: your message to " + FULL);
            String text = new String(
                    eve.blobs()
                            .download(
                                    eve.who().accountId(), email.path("blobId").asText())
                            .body(),
                    StandardCharsets.UTF_8);
            Matcher subject = Pattern.compile("\r\nSubject: (relay\\S+)\r\n").matcher(text);
            assertThat(subject.find()).as(text).isTrue();
            reported.add(subject.group(1));
        }
        return reported;
    }

    private static List<String> subjects(MailUser user) {
        List<String> subjects = new ArrayList<>();
        emails(user).forEach(email -> subjects.add(email.path("subject").asText()));
        return subjects;
    }

    /** Returns the emails of the inbox. */
    private static List<JsonNode> emails(MailUser user) {
        List<JsonNode> emails = new ArrayList<>();
        String inbox = user.mailbox("inbox");
        int size;
        do {
            size = emails.size();
            user.using(
                            List.of(MailCalls.URN),
                            "['Email/query',{'accountId':'@','filter':{'inMailbox':'" + inbox + "'},'position':" + size
                                    + ",'limit':" + PAGE + "},'q']",
                            "['Email/get',{'accountId':'@','#ids':{'resultOf':'q','name':'Email/query','path':'/ids'},"
                                    + "'properties':['subject','blobId']},'g']")
                    .at("/1/1/list")
                    .forEach(emails::add);
        } while (emails.size() == size + PAGE);
        return emails;
    }

    /** The garbage collector removes all blobs that are not referred to, once they are old enough. */
    private void collectsWhatNothingRefersTo(RunningServer server) {
        assertThat(server.command("", "clock", "advance", "P2D").exit()).isZero();
        assertThat(server.command("", "blobs", "collect").exit()).isZero();
        assertThat(rows("SELECT count(*) FROM blob_right WHERE loose IS NOT NULL"))
                .isZero();
        List<String> stored = new ArrayList<>(hashes("SELECT hash FROM blob_place"));
        new BlobFiles(home).all().forEach(file -> stored.add(file.getFileName().toString()));
        assertThat(stored)
                .filteredOn(name -> !name.equals(".home"))
                .containsExactlyInAnyOrderElementsOf(hashes("SELECT DISTINCT hash FROM blob_ref"));
    }

    private List<String> hashes(String query) {
        return select(query, row -> BlobId.of(row.getBytes(1)).toString());
    }

    private long rows(String query) {
        return select(query, row -> row.getLong(1)).get(0);
    }

    private interface RowReader<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> List<T> select(String query, RowReader<T> reader) {
        List<T> rows = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("data/svc.db"));
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                rows.add(reader.read(row));
            }
            return rows;
        } catch (SQLException e) {
            throw new AssertionError(query, e);
        }
    }
}
