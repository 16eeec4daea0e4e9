package svc.proto.imap.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.proto.imap.command.FetchItem.Simple;
import svc.proto.imap.grammar.NumberSet;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.state.Features.Feature;
import svc.proto.imap.state.Reply;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.TestAccess;
import svc.testkit.Covers;
import svc.testkit.FullStore;
import svc.testkit.bundles.BundleServer;

/** Tests FETCH of flags, modification sequences and changes. */
@Covers(value = "IMAP-01", part = "FETCH")
class FetchFlagsTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    @Test
    void setsSeenUnlessTheClientPeeks() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 3);
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
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 1);
        SelectedMailbox all = mailbox.selected;
        mailbox.selected = new SelectedMailbox(
                all.access(), all.mailbox(), false, "lrwi", all.validity(), all.view(), all.modseq());
        assertThat(mailbox.fetch("FETCH 1 BODY[]")).startsWith("* 1 FETCH (BODY[] {");
        assertThat(mailbox.emails().get(0).keywords()).isEmpty();
    }

    @Test
    void returnsMessagesThatCannotBecomeSeenOnAFullDisk() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 1);
        FullStore store = new FullStore(SERVER.store());
        store.setFull(true);
        mailbox.use(store);
        assertThat(mailbox.fetch("FETCH 1 (ENVELOPE BODY[TEXT])"))
                .startsWith("* 1 FETCH (ENVELOPE (")
                .endsWith(" BODY[TEXT] {10}\r\nDear all\r\n)\r\na OK FETCH completed\r\n");
        store.setFull(false);
        assertThat(mailbox.fetch("FETCH 1 BODY[TEXT]")).startsWith("* 1 FETCH (FLAGS (\\Seen) BODY[TEXT] ");
    }

    @Test
    void setsSeenOfManyMessages() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 101);
        mailbox.features.enable(Feature.CONDSTORE);
        String responses = mailbox.fetch("FETCH 1:* BODY[HEADER.FIELDS (Subject)]");
        assertThat(responses.split("\\* \\d+ FETCH \\(UID \\d+ FLAGS \\(\\\\Seen\\) MODSEQ \\(\\d+\\) BODY", -1))
                .hasSize(102);
        assertThat(mailbox.emails()).allMatch(email -> email.keywords().contains("$seen"));
    }

    @Test
    void enablesCondstoreByModseq() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 2);
        long modseq = mailbox.selected.modseq();
        assertThat(mailbox.fetch("FETCH 2 MODSEQ"))
                .matches("\\* OK \\[HIGHESTMODSEQ " + modseq
                        + "\\] .*\r\n\\* 2 FETCH \\(MODSEQ \\(\\d+\\)\\)\r\na OK .*\r\n");
        assertThat(mailbox.features.has(Feature.CONDSTORE)).isTrue();
        assertThat(mailbox.fetch("FETCH 2 MODSEQ")).startsWith("* 2 FETCH (MODSEQ (");
    }

    @Test
    void refusesModseqInAMailboxWithoutThem() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 1);
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
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 5);
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
    void returnsMoreChangesThanOneChunkContains() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, FetchPlan.MOST_PARTS + 10);
        mailbox.features.enable(Feature.CONDSTORE);
        long before = mailbox.selected.modseq();
        Long[] changed =
                LongStream.rangeClosed(2, FetchPlan.MOST_PARTS + 9).boxed().toArray(Long[]::new);
        mailbox.change(FlagMode.ADD, Set.of("$seen"), false, changed);
        assertThat(mailbox.fetch("FETCH 3:* BODY (CHANGEDSINCE " + before + ")").split("\r\n", -1))
                .startsWith(mailbox.fetch("FETCH 3 (MODSEQ BODY)").split("\r\n", -1)[0])
                .hasSize(changed.length - 1 + 2);
    }

    @Test
    void comparesAllMessagesIfTheChangesAreUnknown() throws Exception {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 5);
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
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 6);
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
    void writesFlagsForOtherCommands() throws Exception {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 2);
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
