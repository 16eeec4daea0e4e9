package svc.mail.transfer.imports;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import svc.api.blob.OverQuotaException;
import svc.api.jmap.SetError;
import svc.api.store.Scope;
import svc.api.store.TransactionCallback;
import svc.cap.mail.api.MailStore.MailboxInfo;
import svc.cap.mail.api.MailStore.NewEmail;
import svc.cap.mail.api.MailStore.ParsedMessage;
import svc.mail.transfer.MailboxResolver;
import svc.mail.transfer.TransferCounts;
import svc.mail.transfer.TransferServices;

/**
 * Files the new messages of a batch in one transaction, together with the rows with which later runs recognize these
 * messages. Not thread-safe.
 */
final class ImportBatchWriter {

    private static final Duration AHEAD = Duration.ofDays(1);

    private final TransferServices services;
    private final Scope scope;
    private final MailboxResolver folders;
    private final TransferCounts counts;

    ImportBatchWriter(TransferServices services, Scope scope, MailboxResolver folders, TransferCounts counts) {
        this.services = services;
        this.scope = scope;
        this.folders = folders;
        this.counts = counts;
    }

    /** Files and counts the new messages of a batch. */
    void file(ImportBatch portion) {
        List<PendingMessage> batch = portion.fresh().stream()
                .filter(message -> message.message().isPresent())
                .toList();
        try {
            count(write(portion, List.of(), batch), batch);
        } catch (OverQuotaException | SetError refused) {
            // At least one message was refused. The other messages are imported by filing each message on its own.
            List<PendingMessage> filed = new ArrayList<>();
            write(portion, filed, List.of());
            for (PendingMessage message : batch) {
                try {
                    Set<PendingMessage> written = write(portion, filed, List.of(message));
                    count(written, List.of(message));
                    filed.addAll(written);
                } catch (OverQuotaException | SetError e) {
                    message.refuse(String.valueOf(e.getMessage()));
                }
            }
        }
    }

    private void count(Set<PendingMessage> written, List<PendingMessage> batch) {
        for (PendingMessage message : batch) {
            if (written.contains(message)) {
                counts.done(
                        MailboxResolver.displayPath(message.folder()),
                        message.draft().size());
            } else {
                message.refuse("its mailbox was removed during the import");
                folders.clear();
            }
        }
    }

    /**
     * Files the messages and returns the filed ones. A message whose mailbox was deleted is not filed.
     *
     * @param before the messages of the batch that were filed in earlier transactions
     */
    private Set<PendingMessage> write(ImportBatch portion, List<PendingMessage> before, List<PendingMessage> messages) {
        return services.store().write(scope, TransactionCallback.named("svc.mail.transfer: import messages", tx -> {
            Set<Long> existing =
                    services.mail().mailboxes(tx).stream().map(MailboxInfo::n).collect(Collectors.toSet());
            List<PendingMessage> batch = messages.stream()
                    .filter(message -> existing.contains(message.mailbox()))
                    .toList();
            List<PendingMessage> all = new ArrayList<>(before);
            all.addAll(batch);
            ImportedMessageRows.put(tx.sql(), portion.rows(all));
            services.mail().file(tx, batch.stream().map(this::filing).toList());
            return Set.copyOf(batch);
        }));
    }

    private NewEmail filing(PendingMessage message) {
        ParsedMessage parsed = message.message().orElseThrow();
        return new NewEmail(
                parsed,
                Set.of(message.mailbox()),
                message.marks().words(),
                Optional.ofNullable(message.marks().received())
                        .filter(this::isSupportedDate)
                        .or(() -> parsed.received().filter(this::isSupportedDate))
                        .orElseGet(services.clock()::now));
    }

    /** Returns whether the received date is plausible: between 1970 and one day from now. */
    private boolean isSupportedDate(Instant received) {
        return !received.isBefore(Instant.EPOCH)
                && !received.isAfter(services.clock().now().plus(AHEAD));
    }
}
