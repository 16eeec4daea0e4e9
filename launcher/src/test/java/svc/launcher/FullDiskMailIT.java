package svc.launcher;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** Mail on a full disk: sending and importing fail with an error, and accepted messages wait for room. */
final class FullDiskMailIT {

    private static final String ROOM = "storage of the server is full";

    @TempDir
    private Path directory;

    private @Nullable SmallDisk mounted;
    private @Nullable RunningServer started;

    /** A new database for each test, whose log has no unused room. */
    @BeforeEach
    void start() throws Exception {
        mounted = SmallDisk.at(directory.resolve("home"));
        started = TestClock.svc().start(mounted.home()).ready();
    }

    @AfterEach
    void stop() throws Exception {
        if (started != null) {
            started.close();
        }
        if (mounted != null) {
            mounted.remove();
        }
    }

    private SmallDisk disk() {
        return requireNonNull(mounted);
    }

    private RunningServer server() {
        return requireNonNull(started);
    }

    @Test
    @Covers("RFC8621 §7.5")
    void submissionOnAFullDiskIsRejected() throws Exception {
        Sender ann = Sender.of(server(), "ann@sends.test");
        Sender bob = Sender.of(server(), "bob@sends.test");
        String email = ann.draft("bob@sends.test", "once");
        disk().fill(SmallDisk.PAGE);
        JsonNode refused = ann.submit(email, "").at("/notCreated/s");
        assertThat(refused.path("type").asText()).as(refused.toString()).isEqualTo("forbiddenToSend");
        assertThat(refused.path("description").asText()).contains(ROOM);
        disk().empty();
        assertThat(ann.call("EmailSubmission/query", "'filter':{}").path("ids")).isEmpty();
        assertThat(ann.submit(email, "").at("/created/s/id").isTextual()).isTrue();
        bob.awaitInbox("once");
    }

    @Test
    @Covers(value = "BLOB-13", part = "what was accepted waits for room")
    void acceptedMessageIsDeliveredOnceThereIsSpace() throws Exception {
        Sender ann = Sender.of(server(), "ann@waits.test");
        Sender bob = Sender.of(server(), "bob@waits.test");
        String id = ann.submit(
                        ann.draft("bob@waits.test", "later"),
                        ",'envelope':{'mailFrom':{'email':'ann@waits.test','parameters':{'HOLDFOR':'600'}},"
                                + "'rcptTo':[{'email':'bob@waits.test'}]}")
                .at("/created/s/id")
                .asText();
        disk().fill(0);
        advance("PT11M");
        server().await("the queue reports the full disk", () -> lines("Processing the mail queue failed") > 0);
        disk().empty();
        assertThat(bob.subjects("inbox")).isEmpty();
        advance("PT2M");
        bob.awaitInbox("later");
        assertThat(ann.status(id, "bob@waits.test").path("delivered").asText()).isEqualTo("yes");
        assertThat(lines("in account 1 cannot follow now")).as("not each time").isLessThanOrEqualTo(1);
    }

    @Test
    void mailCanBeDestroyedOnAFullDisk() throws Exception {
        Sender ann = Sender.of(server(), "ann@full.test");
        String email = ann.draft("bob@full.test", "old");
        Path reserve = disk().home().resolve("data/reserve");
        String ready = server().url() + "/healthz/ready";
        assertThat(reserve).exists();
        disk().fill(0);
        AtomicInteger n = new AtomicInteger();
        server().await("the reserve was given up", () -> {
            ann.user()
                    .using(
                            List.of(MailUser.URN),
                            "['Mailbox/set',{'accountId':'@','create':{'k':{'name':'m" + n.incrementAndGet()
                                    + "'}}},'c']");
            return Files.notExists(reserve);
        });
        assertThat(ann.user().error("Mailbox/set", "'create':{'k':{'name':'new'}}"))
                .isEqualTo("serverUnavailable");
        assertThat(server().get(ready).statusCode()).isEqualTo(503);
        assertThat(ann.call("Email/set", "'destroy':['" + email + "']").path("destroyed"))
                .hasSize(1);
        disk().empty();
        ann.user().newMailbox("new");
        assertThat(reserve).exists();
        server().await("ready", () -> server().get(ready).statusCode() == 200);
    }

    private void advance(String time) {
        assertThat(server().command("", "clock", "advance", time).exit()).isZero();
    }

    private long lines(String text) {
        return server().err().lines().filter(line -> line.contains(text)).count();
    }

    @Test
    @Covers(value = "GEN-07", part = "mail in bulk")
    void importStopsOnAFullDiskAndContinuesLater() throws Exception {
        int count = 600;
        Path mbox = directory.resolve("old.mbox");
        GeneratedMail.mbox(mbox, count);
        MailUser ann = MailUser.of(server(), "ann@imports.test");
        String[] words = {"mail", "import", "--account", "ann@imports.test", "--from", mbox.toString(), "--json"};
        disk().fill(SmallDisk.MEBIBYTE);
        SvcCommand.Finished stopped = server().command("", words);
        assertThat(stopped.exit()).as(stopped.out() + stopped.err()).isOne();
        JsonNode some = OperationInterface.json(stopped.out());
        assertThat(some.path("complete").asBoolean(true)).isFalse();
        assertThat(some.path("stopped").asText()).contains("Free some space.", "run the same command again");
        assertThat(total(ann)).isEqualTo(some.path("imported").asLong()).isLessThan(count);
        disk().empty();
        SvcCommand.Finished whole = server().command("", words);
        assertThat(whole.exit()).as(whole.out() + whole.err()).isZero();
        JsonNode rest = OperationInterface.json(whole.out());
        assertThat(rest.path("already_there").asLong())
                .isEqualTo(some.path("imported").asLong());
        assertThat(total(ann)).isEqualTo(count);
    }

    private static long total(MailUser user) {
        return user.call("Email/query", "'limit':1,'calculateTotal':true")
                .path("total")
                .asLong();
    }
}
