package svc.mail.transfer.restore;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import svc.api.backup.AccountRestorer.AccountBackup;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.blob.BlobId;
import svc.api.operation.Progress;
import svc.api.store.Snapshot;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.MailboxEntry;
import svc.cap.mail.api.MailStore.MailboxInfo;
import svc.cap.mail.api.MailStore.Position;
import svc.mail.transfer.MailboxResolver;
import svc.mail.transfer.TransferServices;
import svc.mail.transfer.TransferStoppedException;

/**
 * Restores the emails of a backup that the account does not have, page by page, one mailbox after the other. An email in
 * several mailboxes is restored with the one of the lowest number, into all of them. Not thread-safe.
 */
final class RestoreRun {

    private static final int PAGE = 100;

    private final TransferServices services;
    private final AccountBackup backup;
    private final List<String> root;
    private final boolean all;
    private final Progress progress;
    private final RestoreCounts counts;
    private final RestoredEmailWriter writer;

    /** The mailboxes of the backup by number. */
    private final Map<Long, MailboxInfo> mailboxes = new TreeMap<>();

    /**
     * Creates a run.
     *
     * @param root the path of the mailbox for what is restored; the mailboxes of the backup become mailboxes below it
     * @param all whether an email is also restored if the account has the same message in another mailbox
     */
    RestoreRun(
            TransferServices services,
            AccountBackup backup,
            List<String> root,
            boolean all,
            RestoreCounts counts,
            Progress progress) {
        this.services = services;
        this.backup = backup;
        this.root = root;
        this.all = all;
        this.counts = counts;
        this.progress = progress;
        this.writer = new RestoredEmailWriter(services, backup, counts);
    }

    /** Restores the emails of all mailboxes. */
    void run() throws IOException {
        int total = backup.read(snapshot -> {
            services.mail().mailboxes(snapshot).forEach(mailbox -> mailboxes.put(mailbox.n(), mailbox));
            return snapshot.count(MailStore.TYPE);
        });
        for (long mailbox : mailboxes.keySet()) {
            Position after = Position.START;
            List<MailboxEntry> page;
            do {
                Position last = after;
                page = backup.read(snapshot -> services.mail().list(snapshot, mailbox, last, PAGE));
                after = page.isEmpty() ? last : page.get(page.size() - 1).place();
                restore(mailbox, page);
                if (!progress.tell(Math.min(counts.done(), total), total, counts.summary())) {
                    throw new TransferStoppedException("The command was interrupted.");
                }
            } while (page.size() == PAGE);
        }
    }

    private void restore(long mailbox, List<MailboxEntry> page) throws IOException {
        List<BackedUpEmail> emails = backup.read(snapshot ->
                page.stream().flatMap(entry -> email(snapshot, mailbox, entry)).toList());
        List<BackedUpEmail> missing = missing(emails);
        counts.present(emails.size() - missing.size());
        if (!missing.isEmpty()) {
            writer.write(missing);
        }
    }

    /** Returns the email of an entry; none if it is restored with another mailbox. */
    private Stream<BackedUpEmail> email(Snapshot snapshot, long mailbox, MailboxEntry entry) {
        Set<Long> in = services.mail().mailboxesOf(snapshot, entry.place().n());
        if (Collections.min(in) != mailbox) {
            return Stream.empty();
        }
        List<List<String>> paths = in.stream().sorted().map(this::path).toList();
        return Stream.of(new BackedUpEmail(entry, MailboxResolver.displayPath(source(mailbox)), paths));
    }

    private List<String> source(long mailbox) {
        MailboxInfo known = mailboxes.get(mailbox);
        return known == null ? List.of() : known.path();
    }

    private List<String> path(long mailbox) {
        List<String> path = new ArrayList<>(root);
        path.addAll(source(mailbox));
        return path;
    }

    /** Returns the emails of a mailbox that are to be restored, each message once. */
    private List<BackedUpEmail> missing(List<BackedUpEmail> emails) {
        List<BlobId> ids = emails.stream().map(BackedUpEmail::blob).toList();
        return services.store().read(TransferServices.scope(backup.account()), snapshot -> {
            Map<BlobId, Set<BlobReference>> holders =
                    services.blobs().references(snapshot, ids, Set.of(MailStore.TYPE));
            Map<List<String>, Long> live = new HashMap<>();
            services.mail().mailboxes(snapshot).forEach(mailbox -> live.put(mailbox.path(), mailbox.n()));
            Set<BlobId> chosen = new HashSet<>();
            return emails.stream()
                    .filter(email -> !has(snapshot, holders.getOrDefault(email.blob(), Set.of()), email, live))
                    .filter(email -> chosen.add(email.blob()))
                    .collect(Collectors.toList());
        });
    }

    /**
     * Returns whether the account has an email.
     *
     * @param holders the emails of the account with the same message
     * @param live the numbers of the mailboxes of the account
     */
    private boolean has(
            Snapshot snapshot, Set<BlobReference> holders, BackedUpEmail email, Map<List<String>, Long> live) {
        return holders.stream()
                .anyMatch(holder -> !all
                        || services.mail()
                                .mailboxesOf(snapshot, holder.n())
                                .contains(live.get(email.paths().get(0))));
    }
}
