package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A home to which a backup was restored: its first start completes the restore before it serves a client. */
final class RestoredBackupIT {

    private static final Pattern VALIDITY = Pattern.compile("UIDVALIDITY (\\d+)");
    private static final String UNAUTHORIZED = "401";

    @TempDir
    private Path directory;

    private static RunningServer start(Path home) {
        return SvcCommand.svc()
                .start(home, "--set", "imap.listen=\"127.0.0.1:0\"")
                .ready();
    }

    private static void copy(Path from, Path to) throws Exception {
        Files.createDirectories(to.getParent());
        Process copy = new ProcessBuilder("cp", "-a", from.toString(), to.toString())
                .inheritIO()
                .start();
        assertThat(copy.waitFor()).isZero();
    }

    /** Returns the UIDVALIDITY of the inbox. */
    private static long validity(RunningServer server, ImapAccount account) throws IOException {
        StringBuilder answers = new StringBuilder();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port("imap"));
                BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
            String commands =
                    "a LOGIN " + account.email() + " " + account.password() + "\r\nb SELECT INBOX\r\n" + "c LOGOUT\r\n";
            socket.getOutputStream().write(commands.getBytes(UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                answers.append(line).append('\n');
            }
        }
        Matcher found = VALIDITY.matcher(answers);
        assertThat(found.find()).as(answers.toString()).isTrue();
        return Long.parseLong(found.group(1));
    }

    private static String status(MailUser user) {
        return Integer.toString(user.who().send("GET", "/.well-known/jmap", "").statusCode());
    }

    @Test
    void firstStartCompletesTheRestore() throws Exception {
        Path lost = directory.resolve("lost");
        Path restored = directory.resolve("restored");
        ImapAccount before;
        long uidValidity;
        String bob;
        try (RunningServer server = start(lost)) {
            before = ImapAccount.of(server, "ann@backup.test");
            before.bring("one");
            before.bring("two");
            uidValidity = validity(server, before);
            bob = MailUser.of(server, "bob@backup.test").who().accountId();
            assertThat(server.terminate()).isZero();
        }
        copy(lost.resolve("data"), restored.resolve("data"));
        CachedMail cache;
        try (RunningServer server = start(lost)) {
            MailUser ann = MailUser.of(server, "ann@backup.test");
            ann.bring("From: a@b.test", "Subject: lost", "", "word");
            cache = CachedMail.of(ann);
            assertThat(server.terminate()).isZero();
        }
        copy(lost.resolve("secrets"), restored.resolve("secrets"));
        copy(lost.resolve("svc.toml"), restored.resolve("svc.toml"));
        Files.delete(restored.resolve("data/svc.twin"));
        Path marker = Files.writeString(
                restored.resolve("data/restore.json"),
                "{\"run\":\"r7\",\"takenAt\":\"2026-11-27T00:00:00Z\",\"erased\":[\"" + bob + "\"]}");
        try (RunningServer server = start(restored)) {
            assertThat(marker).doesNotExist();
            assertThat(server.err()).contains("A backup was restored to", "All sign-ins ended");
            assertThat(server.command("", "audit", "list", "--json").out()).contains("backup.restore", "r7");
            assertThat(server.command("", "account", "list", "--json").out()).doesNotContain("bob@backup.test");
            MailUser old = new MailUser(
                    new SignedIn(
                            server,
                            before.email(),
                            before.user().who().accountId(),
                            before.user().who().token()),
                    before.user().blobs());
            assertThat(status(old)).as("a token of the backup").isEqualTo(UNAUTHORIZED);
            MailUser ann = MailUser.of(server, "ann@backup.test");
            Set<String> used = new HashSet<>(cache.emails());
            String id = ann.bring("From: a@b.test", "Subject: after", "", "word");
            assertThat(used).as("ids of other messages").doesNotContain(id);
            assertThat(cache.synchronize(ann)).as("changes are unknown").isFalse();
            ann.bring("From: a@b.test", "Subject: later", "", "word");
            assertThat(cache.synchronize(ann)).isTrue();
            assertThat(validity(server, before))
                    .as("the app password stays; UIDs can be given again")
                    .isGreaterThan(uidValidity);
            assertThat(server.terminate()).isZero();
        }
        try (RunningServer server = start(restored)) {
            assertThat(server.err()).doesNotContain("was restored");
            assertThat(cache.synchronize(MailUser.of(server, "ann@backup.test")))
                    .as("another start changes nothing")
                    .isTrue();
        }
    }
}
