package svc.proto.imap.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.proto.imap.fetch.TestMailbox.octets;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.Store;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.testkit.Covers;
import svc.testkit.ForwardingStore;
import svc.testkit.bundles.BundleServer;

/** Tests FETCH without sections: the messages of a set and their items. */
@Covers(value = "IMAP-01", part = "FETCH")
class FetchTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    @Test
    void returnsEachItemOnce() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 1);
        mailbox.change(FlagMode.ADD, Set.of("$flagged", "work"), false, 1L);
        assertThat(mailbox.fetch("FETCH 1 (RFC822.SIZE FLAGS RFC822.SIZE UID)"))
                .isEqualTo("* 1 FETCH (UID 1 FLAGS (\\Flagged work) RFC822.SIZE " + TestMailbox.MESSAGE.length + ")\r\n"
                        + "a OK FETCH completed\r\n");
        assertThat(mailbox.fetch("UID FETCH 1:* (UID FLAGS)"))
                .startsWith("* 1 FETCH (UID 1 FLAGS (\\Flagged work))\r\na OK");
        assertThat(mailbox.fetch("UID FETCH * FLAGS")).startsWith("* 1 FETCH (UID 1 FLAGS (\\Flagged work))\r\na OK");
    }

    @Test
    void returnsDatesAndIds() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 1);
        assertThat(mailbox.fetch("FETCH 1 (EMAILID THREADID INTERNALDATE SAVEDATE)"))
                .matches(
                        "\\* 1 FETCH \\(EMAILID \\(m[0-9a-z]+\\) THREADID NIL"
                                + " INTERNALDATE \"[ 0-3]\\d-[A-Z][a-z]{2}-\\d{4} \\d\\d:\\d\\d:\\d\\d \\+0000\""
                                + " SAVEDATE \"[ 0-3]\\d-[A-Z][a-z]{2}-\\d{4} \\d\\d:\\d\\d:\\d\\d \\+0000\"\\)\r\na OK .*\r\n");
    }

    @Test
    void returnsPreviews() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 1);
        mailbox.file(
                octets("Subject: none\r\n\r\n"),
                octets("Content-Type: text/plain; charset=utf-8\r\n\r\nGr\u00c3\u00bc\u00c3\u009fe"));
        assertThat(mailbox.fetch("FETCH 1:3 (PREVIEW (LAZY) UID)"))
                .isEqualTo("* 1 FETCH (UID 1 PREVIEW \"Dear all\")\r\n* 2 FETCH (UID 2 PREVIEW \"\")\r\n"
                        + "* 3 FETCH (UID 3 PREVIEW {7}\r\nGr\u00c3\u00bc\u00c3\u009fe)\r\na OK FETCH completed\r\n");
    }

    @Test
    void refusesMessageNumbersThatDoNotExist() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 2);
        assertThat(mailbox.fetch("FETCH 3 FLAGS")).startsWith("a BAD ");
        assertThat(mailbox.fetch("UID FETCH 3:5 FLAGS")).startsWith("a OK ");
        assertThat(mailbox.fetch("UID FETCH 2:4294967295 UID")).startsWith("* 2 FETCH (UID 2)\r\na OK ");
        assertThat(new TestMailbox(SERVER).fetch("UID FETCH 1:* FLAGS")).startsWith("a OK ");
    }

    @Test
    void leavesOutMessagesThatDisappeared() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 3);
        mailbox.expunge(2L);
        assertThat(mailbox.fetch("FETCH 1:3 UID"))
                .startsWith("* 1 FETCH (UID 1)\r\n* 3 FETCH (UID 3)\r\na NO [EXPUNGEISSUED] ");
        assertThat(mailbox.fetch("FETCH 2 BODY[]")).startsWith("a NO [EXPUNGEISSUED] ");
        assertThat(mailbox.fetch("UID FETCH 1:3 UID")).startsWith("* 1 FETCH (UID 1)\r\n* 3 FETCH (UID 3)\r\na OK ");
    }

    @Test
    void leavesOutMessagesThatDisappearBetweenChunks() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 120);
        for (String command : List.of("FETCH 1:* (UID BODY.PEEK[])", "FETCH 1:* (UID BODY[])")) {
            long gone = command.contains("PEEK") ? 110 : 111;
            ByteArrayOutputStream out = new ByteArrayOutputStream() {
                private boolean expunged;

                @Override
                public synchronized void write(byte[] octets, int from, int length) {
                    if (!expunged && length > 0) {
                        expunged = true;
                        mailbox.expunge(gone);
                    }
                    super.write(octets, from, length);
                }
            };
            mailbox.fetch(command, out);
            assertThat(out.toString(StandardCharsets.ISO_8859_1))
                    .contains("* 109 FETCH (UID 109 ", "* 112 FETCH (UID 112 ", "\r\na NO [EXPUNGEISSUED] ")
                    .doesNotContain("* " + gone + " FETCH")
                    .doesNotContain("EXPUNGE\r\n");
        }
        assertThat(mailbox.emails()).allMatch(email -> email.keywords().contains("$seen"));
    }

    /** A store that knows whether a snapshot is open. */
    private static final class ObservedStore extends ForwardingStore {

        private boolean reading;

        ObservedStore(Store store) {
            super(store);
        }

        @Override
        public <R> R read(Scope scope, SnapshotCallback<R> callback) {
            reading = true;
            try {
                return super.read(scope, callback);
            } finally {
                reading = false;
            }
        }
    }

    @Test
    void writesNothingWhileASnapshotIsOpen() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 120);
        ObservedStore store = new ObservedStore(SERVER.store());
        mailbox.use(store);
        ByteArrayOutputStream out = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] octets, int from, int length) {
                assertThat(store.reading).isFalse();
                super.write(octets, from, length);
            }
        };
        mailbox.fetch("FETCH 1:* (FLAGS ENVELOPE BODYSTRUCTURE PREVIEW EMAILID MODSEQ BODY[])", out);
        mailbox.fetch("FETCH 1:* (FLAGS ENVELOPE BODYSTRUCTURE)", out);
        assertThat(out.size()).isGreaterThan(240 * TestMailbox.MESSAGE.length);
    }

    @Test
    void returnsARangeOfTheSet() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 6);
        assertThat(mailbox.fetch("UID FETCH 2:6 UID (PARTIAL 1:2)"))
                .startsWith("* 2 FETCH (UID 2)\r\n* 3 FETCH (UID 3)\r\na OK");
        assertThat(mailbox.fetch("UID FETCH 2:6 UID (PARTIAL -1:-2)"))
                .startsWith("* 5 FETCH (UID 5)\r\n* 6 FETCH (UID 6)\r\na OK");
        assertThat(mailbox.fetch("UID FETCH 2:6 UID (PARTIAL 5:9)")).startsWith("* 6 FETCH (UID 6)\r\na OK");
        assertThat(mailbox.fetch("UID FETCH 2:6 UID (PARTIAL -5:-9)")).startsWith("* 2 FETCH (UID 2)\r\na OK");
        assertThat(mailbox.fetch("UID FETCH 2:6 UID (PARTIAL 6:9)")).startsWith("a OK");
    }

    @Test
    void keepsTheEmailIdOfAMessageWhoseNumberChanges() {
        TestMailbox mailbox = new TestMailbox(SERVER);
        mailbox.file(
                octets("Subject: one\r\nMessage-ID: <a@far.test>\r\n\r\na"),
                octets("Subject: one\r\nMessage-ID: <b@far.test>\r\n\r\nb"));
        String before = mailbox.fetch("FETCH 1:2 EMAILID");
        List<Long> numbers = mailbox.emails().stream().map(email -> email.n()).toList();
        // A message that refers to both merges their threads, so that one gets another number.
        mailbox.file(octets("Subject: one\r\nReferences: <a@far.test> <b@far.test>\r\n\r\nc"));
        assertThat(mailbox.emails().stream().limit(2).map(email -> email.n()).toList())
                .isNotEqualTo(numbers);
        assertThat(mailbox.fetch("FETCH 1:2 EMAILID")).isEqualTo(before);
        // \Deleted hides the email; without it, the email has another number again.
        mailbox.change(FlagMode.ADD, Set.of(), true, 1L, 2L);
        mailbox.change(FlagMode.REMOVE, Set.of(), true, 1L, 2L);
        assertThat(mailbox.fetch("FETCH 1:2 EMAILID")).isEqualTo(before);
        // A copy in the same mailbox is another email.
        mailbox.copy(mailbox.mailbox, 1L, 2L);
        mailbox.select(false);
        assertThat(mailbox.fetch("FETCH 4:5 EMAILID").replace("* 4 ", "* 1 ").replace("* 5 ", "* 2 "))
                .isEqualTo(before);
    }
}
