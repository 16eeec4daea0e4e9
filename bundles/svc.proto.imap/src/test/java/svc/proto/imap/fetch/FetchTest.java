package svc.proto.imap.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.proto.imap.fetch.TestMailbox.octets;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.TransactionCallback;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.proto.imap.command.FetchItem.Simple;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.TestAccess;
import svc.testkit.Covers;
import svc.testkit.ForwardingStore;
import svc.testkit.bundles.BundleServer;

/** Tests FETCH without sections: rows, flags, modification sequences and changes. */
@Covers(value = "IMAP-01", part = "FETCH")
class FetchTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    private static int accounts;

    private static final byte[] MESSAGE =
            octets("From: Ann <ann@far.test>\r\nSubject: plans\r\nMessage-ID: <1@far.test>\r\n"
                    + "Date: Tue, 1 Apr 2025 10:20:30 +0200\r\n\r\nDear all\r\n");

    private static TestMailbox mailbox(int messages) {
        TestMailbox mailbox = new TestMailbox(SERVER, "user" + ++accounts + "@fetch.test");
        if (messages > 0) {
            mailbox.file(Collections.nCopies(messages, MESSAGE), Set.of());
        }
        return mailbox;
    }

    @Test
    void returnsEachItemOnce() {
        TestMailbox mailbox = mailbox(1);
        mailbox.change(FlagMode.ADD, Set.of("$flagged", "work"), false, 1L);
        assertThat(mailbox.fetch("FETCH 1 (RFC822.SIZE FLAGS RFC822.SIZE UID)"))
                .isEqualTo("* 1 FETCH (UID 1 FLAGS (\\Flagged work) RFC822.SIZE " + MESSAGE.length + ")\r\n"
                        + "a OK FETCH completed\r\n");
        assertThat(mailbox.fetch("UID FETCH 1:* (UID FLAGS)"))
                .startsWith("* 1 FETCH (UID 1 FLAGS (\\Flagged work))\r\na OK");
        assertThat(mailbox.fetch("UID FETCH * FLAGS")).startsWith("* 1 FETCH (UID 1 FLAGS (\\Flagged work))\r\na OK");
    }

    @Test
    void returnsDatesAndIds() {
        TestMailbox mailbox = mailbox(1);
        assertThat(mailbox.fetch("FETCH 1 (EMAILID THREADID INTERNALDATE SAVEDATE)"))
                .matches(
                        "\\* 1 FETCH \\(EMAILID \\(m[0-9a-z]+\\) THREADID NIL"
                                + " INTERNALDATE \"[ 0-3]\\d-[A-Z][a-z]{2}-\\d{4} \\d\\d:\\d\\d:\\d\\d \\+0000\""
                                + " SAVEDATE \"[ 0-3]\\d-[A-Z][a-z]{2}-\\d{4} \\d\\d:\\d\\d:\\d\\d \\+0000\"\\)\r\na OK .*\r\n");
    }

    @Test
    void returnsPreviews() {
        TestMailbox mailbox = mailbox(1);
        mailbox.file(
                octets("Subject: none\r\n\r\n"),
                octets("Content-Type: text/plain; charset=utf-8\r\n\r\nGr\u00c3\u00bc\u00c3\u009fe"));
        assertThat(mailbox.fetch("FETCH 1:3 (PREVIEW (LAZY) UID)"))
                .isEqualTo("* 1 FETCH (UID 1 PREVIEW \"Dear all\")\r\n* 2 FETCH (UID 2 PREVIEW \"\")\r\n"
                        + "* 3 FETCH (UID 3 PREVIEW {7}\r\nGr\u00c3\u00bc\u00c3\u009fe)\r\na OK FETCH completed\r\n");
    }

    @Test
    void refusesMessageNumbersThatDoNotExist() {
        TestMailbox mailbox = mailbox(2);
        assertThat(mailbox.fetch("FETCH 3 FLAGS")).startsWith("a BAD ");
        assertThat(mailbox.fetch("UID FETCH 3:5 FLAGS")).startsWith("a OK ");
        assertThat(mailbox.fetch("UID FETCH 2:4294967295 UID")).startsWith("* 2 FETCH (UID 2)\r\na OK ");
        assertThat(mailbox(0).fetch("UID FETCH 1:* FLAGS")).startsWith("a OK ");
    }

    @Test
    void leavesOutMessagesThatDisappeared() {
        TestMailbox mailbox = mailbox(3);
        mailbox.expunge(2L);
        assertThat(mailbox.fetch("FETCH 1:3 UID"))
                .startsWith("* 1 FETCH (UID 1)\r\n* 3 FETCH (UID 3)\r\na NO [EXPUNGEISSUED] ");
        assertThat(mailbox.fetch("FETCH 2 BODY[]")).startsWith("a NO [EXPUNGEISSUED] ");
        assertThat(mailbox.fetch("UID FETCH 1:3 UID")).startsWith("* 1 FETCH (UID 1)\r\n* 3 FETCH (UID 3)\r\na OK ");
    }

    @Test
    void leavesOutMessagesThatDisappearBetweenChunks() {
        TestMailbox mailbox = mailbox(120);
        for (String command : List.of("FETCH 1:* (UID BODY.PEEK[])", "FETCH 1:* (UID BODY[])")) {
            long gone = command.contains("PEEK") ? 110 : 111;
            ByteArrayOutputStream out = new ByteArrayOutputStream() {
                private boolean expunged;

                @Override
                public void write(byte[] octets, int from, int length) {
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

    @Test
    void setsSeenUnlessTheClientPeeks() {
        TestMailbox mailbox = mailbox(3);
        assertThat(mailbox.fetch("FETCH 1 BODY.PEEK[TEXT]"))
                .contains("BODY[TEXT] {10}")
                .doesNotContain("FLAGS");
        assertThat(mailbox.fetch("FETCH 1 RFC822.HEADER"))
                .contains("RFC822.HEADER {")
                .doesNotContain("FLAGS");
        assertThat(mailbox.emails().get(0).keywords()).isEmpty();
        assertThat(mailbox.fetch("FETCH 1 BODY[TEXT]"))
                .isEqualTo("* 1 FETCH (FLAGS (\\Seen) BODY[TEXT] {10}\r\nDear all\r\n)\r\na OK FETCH completed\r\n");
        assertThat(mailbox.fetch("FETCH 1 BODY[TEXT]")).doesNotContain("FLAGS");
        assertThat(mailbox.fetch("UID FETCH 2 RFC822.TEXT"))
                .startsWith("* 2 FETCH (UID 2 FLAGS (\\Seen) RFC822.TEXT {10}");
        mailbox.select(true);
        assertThat(mailbox.fetch("FETCH 3 BODY[]")).doesNotContain("FLAGS");
        assertThat(mailbox.emails().get(2).keywords()).isEmpty();
    }

    @Test
    void setsSeenOnlyWithTheRight() {
        TestMailbox mailbox = mailbox(1);
        SelectedMailbox all = mailbox.selected;
        mailbox.selected = new SelectedMailbox(
                all.access(), all.mailbox(), false, "lrwi", all.validity(), all.view(), all.modseq());
        assertThat(mailbox.fetch("FETCH 1 BODY[]")).startsWith("* 1 FETCH (BODY[] {");
        assertThat(mailbox.emails().get(0).keywords()).isEmpty();
    }

    /** A store that knows whether a snapshot is open, and can be full. */
    private static final class ObservedStore extends ForwardingStore {

        private boolean full;
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

        @Override
        public <R> R write(Scope scope, TransactionCallback<R> callback) {
            if (full) {
                throw new StoreException(StoreException.Kind.FULL, "full", null);
            }
            return super.write(scope, callback);
        }
    }

    @Test
    void returnsMessagesThatCannotBecomeSeenOnAFullDisk() {
        TestMailbox mailbox = mailbox(1);
        ObservedStore store = new ObservedStore(SERVER.store());
        store.full = true;
        mailbox.use(store);
        assertThat(mailbox.fetch("FETCH 1 (ENVELOPE BODY[TEXT])"))
                .startsWith("* 1 FETCH (ENVELOPE (")
                .endsWith(" BODY[TEXT] {10}\r\nDear all\r\n)\r\na OK FETCH completed\r\n");
        store.full = false;
        assertThat(mailbox.fetch("FETCH 1 BODY[TEXT]")).startsWith("* 1 FETCH (FLAGS (\\Seen) BODY[TEXT] ");
    }

    @Test
    void writesNothingWhileASnapshotIsOpen() {
        TestMailbox mailbox = mailbox(120);
        ObservedStore store = new ObservedStore(SERVER.store());
        mailbox.use(store);
        ByteArrayOutputStream out = new ByteArrayOutputStream() {
            @Override
            public void write(byte[] octets, int from, int length) {
                assertThat(store.reading).isFalse();
                super.write(octets, from, length);
            }
        };
        mailbox.fetch("FETCH 1:* (FLAGS ENVELOPE BODYSTRUCTURE PREVIEW EMAILID MODSEQ BODY[])", out);
        mailbox.fetch("FETCH 1:* (FLAGS ENVELOPE BODYSTRUCTURE)", out);
        assertThat(out.size()).isGreaterThan(240 * MESSAGE.length);
    }

    @Test
    void setsSeenOfManyMessages() {
        TestMailbox mailbox = mailbox(101);
        mailbox.features.enable(Feature.CONDSTORE);
        String responses = mailbox.fetch("FETCH 1:* BODY[HEADER.FIELDS (Subject)]");
        assertThat(responses.split("\\* \\d+ FETCH \\(UID \\d+ FLAGS \\(\\\\Seen\\) MODSEQ \\(\\d+\\) BODY", -1))
                .hasSize(102);
        assertThat(mailbox.emails()).allMatch(email -> email.keywords().contains("$seen"));
    }

    @Test
    void enablesCondstoreByModseq() {
        TestMailbox mailbox = mailbox(2);
        long modseq = mailbox.selected.modseq();
        assertThat(mailbox.fetch("FETCH 2 MODSEQ"))
                .matches("\\* OK \\[HIGHESTMODSEQ " + modseq
                        + "\\] .*\r\n\\* 2 FETCH \\(MODSEQ \\(\\d+\\)\\)\r\na OK .*\r\n");
        assertThat(mailbox.features.has(Feature.CONDSTORE)).isTrue();
        assertThat(mailbox.fetch("FETCH 2 MODSEQ")).startsWith("* 2 FETCH (MODSEQ (");
    }

    @Test
    void refusesModseqInAMailboxWithoutThem() {
        TestMailbox mailbox = mailbox(1);
        SelectedMailbox known = mailbox.selected;
        mailbox.selected =
                TestAccess.selected(known.access(), known.mailbox(), false, known.validity(), known.view(), 0);
        assertThat(mailbox.fetch("FETCH 1 MODSEQ")).startsWith("a BAD ");
        assertThat(mailbox.fetch("FETCH 1 FLAGS (CHANGEDSINCE 1)")).startsWith("a BAD ");
        assertThat(mailbox.fetch("FETCH 1 FLAGS")).startsWith("* 1 FETCH ");
        assertThat(mailbox.features.has(Feature.CONDSTORE)).isFalse();
    }

    @Test
    void returnsMessagesThatChanged() {
        TestMailbox mailbox = mailbox(5);
        mailbox.features.enable(Feature.CONDSTORE);
        long before = mailbox.selected.modseq();
        assertThat(mailbox.fetch("FETCH 1:* FLAGS (CHANGEDSINCE " + before + ")"))
                .startsWith("a OK");
        mailbox.change(FlagMode.ADD, Set.of("$seen"), false, 2L, 4L);
        assertThat(mailbox.fetch("FETCH 1:3 FLAGS (CHANGEDSINCE " + before + ")"))
                .matches("\\* 2 FETCH \\(FLAGS \\(\\\\Seen\\) MODSEQ \\(\\d+\\)\\)\r\na OK .*\r\n");
        assertThat(mailbox.fetch("UID FETCH 3:* UID (CHANGEDSINCE " + before + " PARTIAL -1:-2)"))
                .matches("\\* 4 FETCH \\(UID 4 MODSEQ \\(\\d+\\)\\)\r\na OK .*\r\n");
        assertThat(mailbox.fetch("UID FETCH 1:* UID (CHANGEDSINCE 1)").split("\r\n", -1))
                .hasSize(7);
    }

    @Test
    void comparesAllMessagesIfTheChangesAreUnknown() throws Exception {
        TestMailbox mailbox = mailbox(5);
        long before = mailbox.selected.modseq();
        mailbox.change(FlagMode.ADD, Set.of("$flagged"), false, 3L);
        mailbox.expunge(5L);
        FetchPlan plan = new FetchPlan(List.of(Simple.UID, Simple.MODSEQ));
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        ResponseWriter out = new ResponseWriter(octets);
        Reply reply = new FetchRun(mailbox.selected, out, mailbox.features, plan, before)
                .execute(NumberSet.range(2, 5), true);
        out.flush();
        assertThat(reply.status()).isEqualTo(ResponseWriter.Status.OK);
        assertThat(octets.toString(StandardCharsets.US_ASCII)).matches("\\* 3 FETCH \\(UID 3 MODSEQ \\(\\d+\\)\\)\r\n");
    }

    @Test
    void returnsUidsThatVanished() {
        TestMailbox mailbox = mailbox(6);
        long before = mailbox.selected.modseq();
        assertThat(mailbox.fetch("UID FETCH 1:* FLAGS (CHANGEDSINCE " + before + " VANISHED)"))
                .startsWith("a BAD ");
        mailbox.features.enable(Feature.QRESYNC);
        assertThat(mailbox.fetch("UID FETCH 1:* FLAGS (CHANGEDSINCE " + before + " VANISHED)"))
                .startsWith("a OK");
        mailbox.change(FlagMode.ADD, Set.of("$seen"), false, 1L);
        mailbox.expunge(2L, 3L, 6L);
        assertThat(mailbox.fetch("UID FETCH 1:* FLAGS (CHANGEDSINCE " + before + " VANISHED)"))
                .matches(
                        "\\* VANISHED \\(EARLIER\\) 2:3,6\r\n\\* 1 FETCH \\(UID 1 FLAGS \\(\\\\Seen\\) MODSEQ \\(\\d+\\)\\)\r\na OK .*\r\n");
        mailbox.select(false);
        assertThat(mailbox.fetch("UID FETCH 3:5000 FLAGS (CHANGEDSINCE " + before + " VANISHED)"))
                .startsWith("* VANISHED (EARLIER) 3,6\r\na OK");
        assertThat(mailbox.fetch("UID FETCH 1:2 FLAGS (CHANGEDSINCE " + mailbox.selected.modseq() + " VANISHED)"))
                .startsWith("a OK");
    }

    @Test
    void returnsARangeOfTheSet() {
        TestMailbox mailbox = mailbox(6);
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
        TestMailbox mailbox = mailbox(0);
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

    @Test
    void writesFlagsForOtherCommands() throws Exception {
        TestMailbox mailbox = mailbox(2);
        mailbox.change(FlagMode.ADD, Set.of("$seen", "[4"), true, 2L);
        ByteArrayOutputStream octets = new ByteArrayOutputStream();
        ResponseWriter out = new ResponseWriter(octets);
        FlagsResponse.write(out, mailbox.selected.view(), mailbox.emails(), Map.of(2L, 7L), true);
        FlagsResponse.write(out, mailbox.selected.view(), mailbox.emails(), Map.of(), false);
        FlagsResponse.writeModseqs(out, mailbox.selected.view(), mailbox.emails(), Map.of(2L, 7L), true);
        out.flush();
        assertThat(octets.toString(StandardCharsets.US_ASCII))
                .isEqualTo("* 1 FETCH (UID 1 FLAGS ())\r\n* 2 FETCH (UID 2 FLAGS (\\Deleted \\Seen) MODSEQ (7))\r\n"
                        + "* 1 FETCH (FLAGS ())\r\n* 2 FETCH (FLAGS (\\Deleted \\Seen))\r\n"
                        + "* 2 FETCH (UID 2 MODSEQ (7))\r\n");
    }
}
