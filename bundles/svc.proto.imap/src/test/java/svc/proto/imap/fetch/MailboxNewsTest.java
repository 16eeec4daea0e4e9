package svc.proto.imap.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.select.MailboxNews;
import svc.proto.imap.select.Updates;
import svc.proto.imap.state.SelectedMailbox;
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
