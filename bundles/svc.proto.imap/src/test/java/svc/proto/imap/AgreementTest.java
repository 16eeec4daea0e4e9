package svc.proto.imap;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.proto.imap.SessionReplica.Kind;
import svc.testkit.Covers;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;
import svc.testkit.bundles.ReplayedMailbox.Message;

/**
 * Model test: three sessions and a client of JMAP change one account at random. What each session knows from its
 * untagged responses agrees with a new session, and the emails of JMAP are the messages without {@code \Deleted}.
 */
class AgreementTest {

    @RegisterExtension
    private static final ImapServer SERVER = new ImapServer();

    private static final int STEPS = 200;
    private static final Map<String, String> FLAGS =
            Map.of("\\Seen", "$seen", "\\Flagged", "$flagged", "\\Answered", "$answered", "\\Draft", "$draft");

    @Test
    @Covers(value = "GEN-02", part = "IMAP sessions and JMAP on the same data")
    void allSessionsAndJmapAgree() throws Exception {
        play(Integer.getInteger("svc.seed", 1), 200);
    }

    @Test
    @Tag("soak")
    @Covers(value = "GEN-02", part = "IMAP sessions and JMAP on the same data")
    void allSessionsAndJmapAgreeFor200000Steps() throws Exception {
        play(1_000, Integer.getInteger("svc.steps", 200_000));
    }

    private static void play(long first, int steps) throws IOException {
        for (int i = 0; i * STEPS < steps; i++) {
            new Game(first + i).play();
        }
    }

    private static final class Game {
        private final long seed;
        private final Random random;
        private final LocalMailUser user;
        private final ImapClient fresh;
        private final List<SessionReplica> sessions = new ArrayList<>();
        private final RandomChanges changes;

        Game(long seed) throws IOException {
            this.seed = seed;
            this.random = new Random(seed);
            String address = "player" + seed + "@one.test";
            this.user = SERVER.user(address);
            this.fresh = ImapClient.signedIn(SERVER, address);
            this.changes = new RandomChanges(random, user, fresh, sessions);
            for (Kind kind : Kind.values()) {
                sessions.add(new SessionReplica(SERVER, address, kind, random.nextInt(3) == 0 ? "Archive" : "INBOX"));
            }
        }

        void play() throws IOException {
            for (int step = 0; step < STEPS; step++) {
                try {
                    changes.step();
                    check(step % 10 == 9);
                } catch (AssertionError | RuntimeException e) {
                    throw new AssertionError(
                            "seed " + seed + ", step " + step + ": " + e.getMessage() + " after " + changes, e);
                }
            }
            fresh.close();
            for (SessionReplica session : sessions) {
                session.close();
            }
        }

        private void check(boolean all) throws IOException {
            for (SessionReplica session : sessions) {
                if (all || random.nextInt(3) == 0) {
                    session.synchronize(random.nextBoolean());
                    assertThat(session.messages().stream().map(Message::toString))
                            .as("session " + sessions.indexOf(session))
                            .containsExactlyElementsOf(fresh(session.mailbox(), "UID"));
                }
            }
            if (all) {
                for (String mailbox : RandomChanges.MAILBOXES) {
                    assertThat(jmap(mailbox))
                            .as(mailbox)
                            .containsExactlyElementsOf(fresh(mailbox, "RFC822.SIZE").stream()
                                    .filter(one -> !one.contains("\\Deleted"))
                                    .sorted()
                                    .toList());
                }
            }
        }

        /** Returns a number and the flags of all messages in a mailbox, which is selected again. */
        private List<String> fresh(String mailbox, String item) throws IOException {
            fresh.ok("SELECT " + mailbox);
            return fresh.messages(item);
        }

        private List<String> jmap(String mailbox) {
            JsonNode emails = user.using(
                            List.of(MailCalls.URN),
                            "['Email/query',{'accountId':'@','filter':{'inMailbox':'"
                                    + user.mailbox(mailbox.toLowerCase(Locale.ROOT)) + "'}},'q']",
                            "['Email/get',{'accountId':'@','#ids':{'resultOf':'q','name':'Email/query','path':'/ids'},"
                                    + "'properties':['size','keywords']},'g']")
                    .at("/1/1/list");
            List<String> found = new ArrayList<>();
            emails.forEach(email -> {
                List<String> flags = new ArrayList<>();
                email.path("keywords")
                        .fieldNames()
                        .forEachRemaining(keyword -> flags.add(FLAGS.entrySet().stream()
                                .filter(one -> one.getValue().equals(keyword))
                                .map(Map.Entry::getKey)
                                .findFirst()
                                .orElse(keyword)));
                found.add(email.path("size").asText() + " " + new TreeSet<>(flags));
            });
            Collections.sort(found);
            return found;
        }
    }
}
