package svc.cap.mail.uid;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Scope;
import svc.cap.mail.TestMessage;
import svc.cap.mail.api.UidStore.UidMailbox;
import svc.cap.mail.message.MailHome;
import svc.testkit.engine.Client;

/** Tests the modification sequences of a mailbox from the moment at which it is opened. */
class UidLogTest {

    @TempDir
    private Path directory;

    @Test
    void mailboxThatNeverChangedHasTheSequence1() {
        try (MailHome home = new MailHome(directory)) {
            Client client = home.account("ann");
            Scope scope = MailHome.scope(client);
            String id = requireNonNull(MailHome.roles(client).get("inbox"));
            long inbox = MailHome.mailbox(id);
            home.uids.open(scope, inbox);
            UidMailbox empty = home.store.read(
                    scope, snapshot -> home.uids.mailbox(snapshot, inbox).orElseThrow());
            assertThat(empty.modseq()).isEqualTo(1);

            home.put(client, List.of(new TestMessage(id)));
            home.store.read(scope, snapshot -> {
                assertThat(home.uids.modseq(snapshot, inbox)).isGreaterThan(1);
                assertThat(home.uids
                                .changes(snapshot, inbox, 1, 10)
                                .orElseThrow()
                                .uids())
                        .containsExactly(1);
                return true;
            });
        }
    }
}
