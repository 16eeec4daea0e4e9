package svc.proto.imap.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.proto.imap.change.StoreExecutor;
import svc.proto.imap.command.MessageCommand.Store;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.select.MailboxNews;
import svc.proto.imap.select.Updates;
import svc.proto.imap.state.SelectedMailbox;
import svc.proto.imap.state.TestCommands;
import svc.testkit.bundles.BundleServer;

/** Tests which messages the news of a mailbox have after changes by others. */
class MailboxNewsTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    private static MailboxNews read(SelectedMailbox selected) {
        return MailboxNews.read(selected, selected.modseq()).orElseThrow();
    }

    /** Sends the news to a client that gets no flags, so that it must get them later. */
    private static void sendWithoutFlags(TestMailbox mailbox) throws IOException {
        Updates.write(
                new ResponseWriter(new ByteArrayOutputStream()),
                mailbox.selected,
                mailbox.features,
                Optional.of(MailboxNews.read(mailbox.selected, 0).orElseThrow()),
                new Updates.Permitted(true, true, false),
                Updates.KnownFlags.NOTHING);
    }

    @Test
    void messagesAreNotReadAgainAfterAChangeOfFlags() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 3);
        mailbox.change(FlagMode.ADD, Set.of("$flagged"), false, 2L);
        MailboxNews news = read(mailbox.selected);
        assertThat(news.changes().orElseThrow()).containsExactly(2);
        assertThat(news.view()).isSameAs(mailbox.selected.current());
    }

    private static void store(TestMailbox mailbox, String command) throws Exception {
        StoreExecutor.store(mailbox.selected, new ResponseWriter(new ByteArrayOutputStream()), mailbox.features, (Store)
                TestCommands.parse(command, mailbox.features));
    }

    @Test
    void ownStoreIsNoNews() throws Exception {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 60);
        long before = mailbox.selected.modseq();
        store(mailbox, "STORE 1:* +FLAGS.SILENT (\\Flagged \\Deleted)");
        MailboxNews news = read(mailbox.selected);
        assertThat(news.modseq()).isEqualTo(mailbox.selected.modseq()).isGreaterThan(before);
        assertThat(news.changes()).isEmpty();
        assertThat(news.view().size()).isEqualTo(60);
    }

    @Test
    void changesOfOthersBeforeAndAfterTheOwnStoreAreNews() throws Exception {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 3);
        mailbox.change(FlagMode.ADD, Set.of("$flagged"), false, 1L);
        store(mailbox, "STORE 3 +FLAGS.SILENT (\\Seen)");
        assertThat(read(mailbox.selected).changes().orElseThrow()).contains(1);

        mailbox.select(false);
        store(mailbox, "STORE 3 -FLAGS.SILENT (\\Seen)");
        mailbox.change(FlagMode.REMOVE, Set.of("$flagged"), false, 1L);
        assertThat(read(mailbox.selected).changes().orElseThrow()).containsExactly(1);
    }

    @Test
    void removedMessageIsMissing() {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 3);
        mailbox.expunge(2L);
        assertThat(read(mailbox.selected).view().size()).isEqualTo(2);
    }

    /** The membership log of the window does not contain the message, because it is absent at both ends. */
    @Test
    void messageThatWasAddedAndRemovedSinceTheLastFlagsIsMissing() throws IOException {
        TestMailbox mailbox = TestMailbox.withMessages(SERVER, 1);
        SelectedMailbox selected = mailbox.selected;
        mailbox.file(TestMailbox.MESSAGE);
        mailbox.selected = selected;
        sendWithoutFlags(mailbox);
        assertThat(selected.current().size()).isEqualTo(2);
        mailbox.expunge(2L);
        mailbox.change(FlagMode.ADD, Set.of("$seen"), false, 1L);
        assertThat(read(selected).view().size()).isEqualTo(1);
    }
}
