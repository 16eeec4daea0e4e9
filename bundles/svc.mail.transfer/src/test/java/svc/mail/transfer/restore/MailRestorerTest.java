package svc.mail.transfer.restore;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.backup.AccountRestorer;
import svc.api.backup.AccountRestorer.AccountBackup;
import svc.api.backup.AccountRestorer.Options;
import svc.api.backup.AccountRestorer.Result;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.identity.Account;
import svc.api.operation.Progress;
import svc.api.store.SnapshotCallback;
import svc.mail.transfer.TransferServices;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** Restores the emails of one account into another; the first account is the backup of the second. */
final class MailRestorerTest {

    @RegisterExtension
    static final BundleServer SERVER = BundleServer.withMailStorage("svc.mail.transfer");

    private static final Options MISSING = new Options("Restored", false);
    private static final Options ALL = new Options("Restored", true);

    private final LocalMailUser old = LocalMailUser.of(SERVER, SERVER.newUser().email());
    private final LocalMailUser ann = LocalMailUser.of(SERVER, SERVER.newUser().email());
    private final Set<String> damaged = new HashSet<>();

    /** The account {@code old} as the backup of {@code ann}. */
    private final class Backup implements AccountBackup {

        @Override
        public Account account() {
            return ann.who().account();
        }

        @Override
        public <R> R read(SnapshotCallback<R> work) {
            return SERVER.store().read(TransferServices.scope(old.who().account()), work);
        }

        @Override
        public void copy(BlobId id, OutputStream out) throws IOException {
            StoredBlob blob = SERVER.service(AccountBlobs.class)
                    .find(old.who().account(), id)
                    .orElseThrow();
            if (damaged.contains(id.toString())) {
                throw new CorruptBlobException("The blob " + id + " is damaged.");
            }
            blob.send(0, blob.size(), out);
        }
    }

    private Result restore(Options options, Progress progress) throws IOException {
        return SERVER.service(AccountRestorer.class, MailRestorer.class).restore(new Backup(), options, progress);
    }

    private Result restore(Options options) throws IOException {
        return restore(options, Progress.UNSEEN);
    }

    private static JsonNode bring(MailCalls user, String mailbox, String subject) {
        return user.bring(
                MailCalls.message("Subject: " + subject, "", "x".repeat(1_000)),
                mailbox,
                ",'keywords':{'$seen':true,'work':true},'receivedAt':'2025-03-04T05:06:07Z'");
    }

    /** Returns the number of emails of each mailbox that has some. */
    private Map<String, Integer> mailboxes() {
        Map<String, Integer> counts = new TreeMap<>();
        for (JsonNode mailbox : ann.call("Mailbox/get", "'ids':null").path("list")) {
            if (mailbox.path("totalEmails").asInt() > 0) {
                counts.put(
                        mailbox.path("name").asText(),
                        mailbox.path("totalEmails").asInt());
            }
        }
        return counts;
    }

    private List<String> emails() {
        return MailCalls.texts(ann.call("Email/query", "'filter':null").path("ids"));
    }

    @Test
    void missingEmailsAreRestoredOnceWithTheirMailboxesKeywordsAndDates() throws IOException {
        String first = old.newMailbox("First");
        String second = old.newMailbox("Second");
        String both = bring(old, first, "both").path("id").asText();
        old.call("Email/set", "'update':{'" + both + "':{'mailboxIds/" + second + "':true}}");
        bring(old, second, "missing");
        bring(old, second, "kept");
        bring(ann, ann.mailbox("inbox"), "kept");
        Result result = restore(MISSING);
        assertThat(result).isEqualTo(new Result(2, 1, 0, result.bytes(), List.of(), null));
        assertThat(result.bytes()).isGreaterThan(2_000);
        assertThat(mailboxes()).isEqualTo(Map.of("First", 1, "Inbox", 1, "Second", 2));
        JsonNode email = ann.email(emails().get(0), "keywords", "receivedAt");
        assertThat(email.path("keywords").toString()).contains("$seen", "work");
        assertThat(email.path("receivedAt").asText()).isEqualTo("2025-03-04T05:06:07Z");
        assertThat(restore(MISSING)).isEqualTo(new Result(0, 3, 0, 0, List.of(), null));
        assertThat(emails()).hasSize(3);
    }

    @Test
    void allEmailsAreRestoredOnRequestAndOnce() throws IOException {
        bring(old, old.mailbox("inbox"), "kept");
        bring(ann, ann.mailbox("inbox"), "kept");
        assertThat(restore(ALL).restored()).isEqualTo(1);
        assertThat(restore(ALL).restored()).isZero();
        assertThat(emails()).hasSize(2);
        assertThat(restore(new Options("Another/One", true)).restored()).isEqualTo(1);
    }

    @Test
    void interruptedRestoreIsContinued() throws IOException {
        for (int i = 0; i < 250; i++) {
            bring(old, old.mailbox("inbox"), "number " + i);
        }
        Result stopped = restore(MISSING, (done, total, what) -> false);
        assertThat(stopped.restored()).isEqualTo(100);
        assertThat(stopped.stopped()).contains("run the same command again");
        assertThat(restore(MISSING))
                .extracting(Result::restored, Result::present)
                .containsExactly(150L, 100L);
        assertThat(emails()).hasSize(250);
    }

    @Test
    void fullAccountKeepsWhatWasRestored() throws IOException {
        for (int i = 0; i < 5; i++) {
            bring(old, old.mailbox("inbox"), "number " + i);
        }
        SERVER.directory().limit(ann.who().account(), 3_500);
        Result result = restore(MISSING);
        assertThat(result.restored()).isEqualTo(3);
        assertThat(result.stopped()).contains("quota");
        assertThat(emails()).hasSize(3);
        SERVER.directory().unlimit(ann.who().account());
        assertThat(restore(MISSING).restored()).isEqualTo(2);
    }

    @Test
    void damagedMessageIsNamedAndTheOthersAreRestored() throws IOException {
        JsonNode bad = bring(old, old.mailbox("inbox"), "bad");
        bring(old, old.mailbox("inbox"), "good");
        damaged.add(bad.path("blobId").asText());
        Result result = restore(MISSING);
        assertThat(result).extracting(Result::restored, Result::failed).containsExactly(1L, 1L);
        assertThat(result.failures().get(0))
                .satisfies(failure ->
                        assertThat(failure.id()).isEqualTo(bad.path("id").asText()))
                .satisfies(failure -> assertThat(failure.container()).isEqualTo("Inbox"))
                .satisfies(failure -> assertThat(failure.reason()).contains("damaged"));
    }
}
