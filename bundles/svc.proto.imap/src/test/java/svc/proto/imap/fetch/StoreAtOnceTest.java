package svc.proto.imap.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.proto.imap.fetch.TestMailbox.octets;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Set;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.store.Scope;
import svc.api.store.TransactionCallback;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.proto.imap.change.StoreExecutor;
import svc.proto.imap.command.MessageCommand.Store;
import svc.proto.imap.response.ResponseWriter;
import svc.proto.imap.select.MailboxNews;
import svc.proto.imap.select.Updates;
import svc.proto.imap.state.TestCommands;
import svc.testkit.Covers;
import svc.testkit.ForwardingStore;
import svc.testkit.bundles.BundleServer;

/** Tests STORE while another session changes the same messages. */
@Covers(value = "IMAP-01", part = "STORE of two sessions at once")
class StoreAtOnceTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    /** A store in which another session flags message 1 after the first write. */
    private static final class Interrupted extends ForwardingStore {

        private final TestMailbox mailbox;
        private boolean interrupted;

        Interrupted(TestMailbox mailbox) {
            super(mailbox.services.store());
            this.mailbox = mailbox;
        }

        @Override
        public <R> R write(Scope scope, TransactionCallback<R> work) {
            R result = super.write(scope, work);
            if (!interrupted) {
                interrupted = true;
                mailbox.change(FlagMode.ADD, Set.of("$flagged"), false, 1L);
            }
            return result;
        }
    }

    /** One message is one transaction, 120 messages are several. */
    @ParameterizedTest
    @ValueSource(ints = {1, 120})
    void sendsAFlagThatAnotherSessionSetDuringASilentStore(int messages) throws Exception {
        TestMailbox mailbox = new TestMailbox(SERVER);
        mailbox.file(Collections.nCopies(messages, octets("Subject: plans\r\n\r\nDear all\r\n")), Set.of());
        mailbox.use(new Interrupted(mailbox));
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        ResponseWriter out = new ResponseWriter(written);

        StoreExecutor.Result result = StoreExecutor.store(mailbox.selected, out, mailbox.features, (Store)
                TestCommands.parse("STORE 1:* +FLAGS.SILENT (\\Seen)", mailbox.features));
        Updates.write(
                out,
                mailbox.selected,
                mailbox.features,
                MailboxNews.read(mailbox.selected, mailbox.selected.modseq()),
                new Updates.Permitted(true, true, true),
                result.known());
        out.flush();

        assertThat(written.toString(StandardCharsets.US_ASCII)).contains("* 1 FETCH (UID 1 FLAGS (\\Flagged \\Seen))");
    }
}
