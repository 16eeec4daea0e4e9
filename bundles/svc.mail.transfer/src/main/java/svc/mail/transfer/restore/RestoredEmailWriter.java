package svc.mail.transfer.restore;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import svc.api.backup.AccountRestorer.AccountBackup;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.CorruptBlobException;
import svc.api.blob.OverQuotaException;
import svc.api.jmap.SetError;
import svc.api.store.Scope;
import svc.api.store.TransactionCallback;
import svc.cap.mail.api.MailStore.MailboxEntry;
import svc.cap.mail.api.MailStore.MailboxInfo;
import svc.cap.mail.api.MailStore.NewEmail;
import svc.cap.mail.api.MailStore.ParsedMessage;
import svc.mail.transfer.MailboxResolver;
import svc.mail.transfer.TransferServices;
import svc.mail.transfer.TransferStoppedException;

/** Writes emails of a backup to the account, with the same checks as an import. Not thread-safe. */
final class RestoredEmailWriter {

    private final TransferServices services;
    private final AccountBackup backup;
    private final Scope scope;
    private final MailboxResolver folders;
    private final RestoreCounts counts;

    RestoredEmailWriter(TransferServices services, AccountBackup backup, RestoreCounts counts) {
        this.services = services;
        this.backup = backup;
        this.scope = TransferServices.scope(backup.account());
        this.folders = new MailboxResolver(services.store(), services.mail(), scope);
        this.counts = counts;
    }

    /**
     * An email that can be filed.
     *
     * @param mailboxes the numbers of its mailboxes in the account
     */
    private record Ready(BackedUpEmail email, ParsedMessage message, Set<Long> mailboxes) {

        NewEmail filing() {
            MailboxEntry entry = email.entry();
            return new NewEmail(
                    message,
                    mailboxes,
                    entry.keywords(),
                    Instant.ofEpochSecond(entry.place().received()));
        }
    }

    /**
     * Writes emails, and creates their mailboxes. Counts the written emails and those that cannot be written.
     *
     * @throws TransferStoppedException the quota of the account is used up; the emails before are written
     */
    void write(List<BackedUpEmail> emails) throws IOException {
        List<Ready> ready = new ArrayList<>();
        Optional<OverQuotaException> full = Optional.empty();
        for (int i = 0; i < emails.size() && full.isEmpty(); i++) {
            try {
                read(emails.get(i)).ifPresent(ready::add);
            } catch (OverQuotaException e) {
                full = Optional.of(e);
            }
        }
        Optional<OverQuotaException> refused = file(ready);
        if (full.isPresent() || refused.isPresent()) {
            throw new TransferStoppedException(
                    full.or(() -> refused).orElseThrow().getMessage()
                            + " Raise the quota of the account, or ask the user to destroy emails.");
        }
    }

    /** Stores and parses the message of an email; empty if this fails. */
    private Optional<Ready> read(BackedUpEmail email) throws IOException {
        try (BlobWriter draft = services.blobs().newBlob(backup.account())) {
            Set<Long> mailboxes = new HashSet<>();
            for (List<String> path : email.paths()) {
                mailboxes.add(folders.number(path));
            }
            backup.copy(email.blob(), draft.out());
            draft.out().close();
            BlobId id = services.blobs().keep(backup.account(), draft);
            Optional<ParsedMessage> message = services.mail()
                    .read(services.blobs()
                            .find(backup.account(), id)
                            .orElseThrow(() -> new CorruptBlobException("The stored message is missing.")));
            if (message.isEmpty()) {
                counts.failed(email, "It is not a message.");
            }
            return message.map(parsed -> new Ready(email, parsed, mailboxes));
        } catch (SetError e) {
            counts.failed(email, "A mailbox cannot be created: " + e.getMessage());
        } catch (CorruptBlobException e) {
            counts.failed(email, String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    /** Files emails in one transaction. Returns why some of them were not filed; empty if the quota suffices. */
    private Optional<OverQuotaException> file(List<Ready> ready) {
        List<BlobId> ids = ready.stream().map(one -> one.message().blob()).toList();
        Set<Ready> filed = new HashSet<>();
        Map<BlobId, OverQuotaException> exceeding = services.store()
                .write(scope, TransactionCallback.named("svc.mail.transfer: restore emails", tx -> {
                    filed.clear();
                    Set<Long> existing = services.mail().mailboxes(tx).stream()
                            .map(MailboxInfo::n)
                            .collect(Collectors.toSet());
                    Map<BlobId, OverQuotaException> refused = services.blobs().exceedingQuota(tx, ids);
                    List<Ready> portion = ready.stream()
                            .filter(one -> existing.containsAll(one.mailboxes())
                                    && !refused.containsKey(one.message().blob()))
                            .toList();
                    services.mail().file(tx, portion.stream().map(Ready::filing).toList());
                    filed.addAll(portion);
                    return refused;
                }));
        for (Ready one : ready) {
            if (filed.contains(one)) {
                counts.restored(one.message().size());
            } else if (!exceeding.containsKey(one.message().blob())) {
                counts.failed(one.email(), "Its mailbox was removed meanwhile. Run the command again.");
                folders.clear();
            }
        }
        return exceeding.values().stream().findFirst();
    }
}
