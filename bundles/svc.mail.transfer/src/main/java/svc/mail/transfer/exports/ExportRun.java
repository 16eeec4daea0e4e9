package svc.mail.transfer.exports;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.identity.Account;
import svc.api.operation.Progress;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.MailboxEntry;
import svc.cap.mail.api.MailStore.MailboxInfo;
import svc.mail.transfer.Failure;
import svc.mail.transfer.MailboxResolver;
import svc.mail.transfer.TransferCounts;
import svc.mail.transfer.TransferServices;
import svc.mail.transfer.TransferStoppedException;
import svc.mail.transfer.format.ExportPosition;
import svc.mail.transfer.format.MailTarget;
import svc.mail.transfer.maildir.MaildirTarget;

/**
 * Writes the messages of mailboxes to a target, oldest first, and records the progress in the journal. Not thread-safe.
 */
final class ExportRun {

    private static final int AT_ONCE = 100;

    private final TransferServices services;
    private final Account account;
    private final Scope scope;
    private final MailTarget target;
    private final ExportJournal journal;
    private final Progress progress;
    private final TransferCounts counts = new TransferCounts();
    private long keywordsLeftOut;

    ExportRun(TransferServices services, Account account, MailTarget target, ExportJournal journal, Progress progress) {
        this.services = services;
        this.account = account;
        this.scope = TransferServices.scope(account);
        this.target = target;
        this.journal = journal;
        this.progress = progress;
    }

    TransferCounts tally() {
        return counts;
    }

    long keywordsLeftOut() {
        return keywordsLeftOut;
    }

    /** Exports one mailbox. */
    void carry(MailboxInfo mailbox, List<String> path) throws IOException {
        String displayPath = MailboxResolver.displayPath(path);
        if (path.equals(MaildirTarget.INBOX)
                && mailbox.role().filter("inbox"::equals).isEmpty()) {
            counts.failed(new Failure(
                    displayPath,
                    null,
                    "the mailbox has the name that the export uses for the inbox: rename the mailbox"));
            return;
        }
        try {
            export(mailbox.n(), path, displayPath);
        } catch (TransferStoppedException e) {
            throw e;
        } catch (IOException e) {
            throw new TransferStoppedException("The target cannot be written: " + e.getMessage() + ".");
        }
    }

    private void export(long mailbox, List<String> path, String displayPath) throws IOException {
        ExportPosition step = journal.step(mailbox);
        MailboxContent content = MailboxContent.read(services, scope, mailbox);
        counts.mailbox(displayPath);
        counts.alreadyPresent(displayPath, step.written());
        target.open(path, step);
        while (!step.ended()) {
            step = portion(content, displayPath, step);
            journal.put(mailbox, step);
            if (!progress.tell(0, 0, counts.summary("exported"))) {
                throw new TransferStoppedException("The command was interrupted.");
            }
        }
        target.finish();
    }

    private ExportPosition portion(MailboxContent content, String displayPath, ExportPosition before)
            throws IOException {
        List<MailboxEntry> portion =
                services.store().read(scope, snapshot -> content.list(snapshot, before.after(), AT_ONCE));
        long written = before.written();
        for (MailboxEntry one : portion) {
            written += write(one, displayPath) ? 1 : 0;
        }
        return new ExportPosition(
                portion.isEmpty()
                        ? before.after()
                        : portion.get(portion.size() - 1).place(),
                target.sync(),
                written,
                portion.size() < AT_ONCE);
    }

    private boolean write(MailboxEntry one, String displayPath) throws IOException {
        String id = ObjectId.format(MailStore.LETTER, one.place().n());
        Optional<StoredBlob> stored = services.blobs().find(account, one.blob());
        if (stored.isEmpty()) {
            counts.failed(new Failure(id, displayPath, "its data is missing"));
            return false;
        }
        try {
            keywordsLeftOut += target.write(one.place(), one.keywords(), stored.get());
            counts.done(displayPath, stored.get().size());
            return true;
        } catch (CorruptBlobException | NoSuchFileException e) {
            counts.failed(new Failure(id, displayPath, "its data is missing or damaged: " + e.getMessage()));
            return false;
        }
    }

    /** Returns the requested mailbox and the mailboxes below it. */
    static List<MailboxInfo> asked(List<MailboxInfo> all, List<String> selected) {
        List<MailboxInfo> requested = new ArrayList<>();
        for (MailboxInfo mailbox : all) {
            if (isBelow(path(mailbox), selected) || isBelow(mailbox.path(), selected)) {
                requested.add(mailbox);
            }
        }
        return requested;
    }

    private static boolean isBelow(List<String> path, List<String> selected) {
        return path.size() >= selected.size()
                && path.subList(0, selected.size()).equals(selected);
    }

    /** Returns the path of a mailbox in the export. In an export, the inbox has a fixed name. */
    static List<String> path(MailboxInfo mailbox) {
        boolean inbox = mailbox.role().filter("inbox"::equals).isPresent();
        return inbox && mailbox.path().size() == 1 ? MaildirTarget.INBOX : mailbox.path();
    }
}
