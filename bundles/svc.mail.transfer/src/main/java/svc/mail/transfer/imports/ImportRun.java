package svc.mail.transfer.imports;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.jmap.SetError;
import svc.api.operation.Progress;
import svc.api.store.Scope;
import svc.mail.transfer.Failure;
import svc.mail.transfer.MailboxResolver;
import svc.mail.transfer.TransferCounts;
import svc.mail.transfer.TransferServices;
import svc.mail.transfer.TransferStoppedException;
import svc.mail.transfer.format.MessageMetadata;
import svc.mail.transfer.format.MessageSink;
import svc.mail.transfer.format.Origin;

/**
 * Imports the messages of a source into an account in batches. Each batch is filed in one transaction, together with
 * the rows with which later runs recognize its messages. Not thread-safe; blobs are written on further threads.
 */
final class ImportRun implements MessageSink, AutoCloseable {

    /** Maximum number of messages in one batch, to limit the time for which the batch occupies the writer thread. */
    private static final int MOST = 100;

    /** The number of bytes at which a batch is filed. */
    private static final long LARGEST = 64_000_000;

    private final TransferServices services;
    private final Account account;
    private final Scope scope;
    private final List<String> root;
    private final long run;
    private final TransferCounts counts = new TransferCounts();
    private final MailboxResolver folders;
    private final ParallelBlobWriter blobWriter;
    private final ImportBatchWriter filing;
    private final Progress progress;
    private final long units;
    private final List<PendingMessage> pending = new ArrayList<>();
    private @Nullable PendingMessage current;
    private long bytes;
    private long done;

    /**
     * Creates a run.
     *
     * @param root the path of the mailbox for the messages outside folders; folders become mailboxes below it
     * @param run the number of the run
     * @param units the amount of work; 0 if unknown
     */
    ImportRun(TransferServices services, Account account, List<String> root, long run, Progress progress, long units) {
        this.services = services;
        this.account = account;
        this.scope = TransferServices.scope(account);
        this.root = root;
        this.run = run;
        this.folders = new MailboxResolver(services.store(), services.mail(), scope);
        this.blobWriter = new ParallelBlobWriter(services, account);
        this.filing = new ImportBatchWriter(services, scope, folders, counts);
        this.progress = progress;
        this.units = units;
    }

    TransferCounts tally() {
        return counts;
    }

    int mailboxesMade() {
        return folders.createdCount();
    }

    @Override
    public void folder(List<String> path) throws IOException {
        List<String> full = fullPath(path);
        try {
            folders.number(full);
            counts.mailbox(MailboxResolver.displayPath(full));
        } catch (SetError e) {
            refuse(new Origin(MailboxResolver.displayPath(full), ""), "it cannot become a mailbox: " + e.getMessage());
        }
    }

    private List<String> fullPath(List<String> path) {
        List<String> full = new ArrayList<>(root);
        full.addAll(path);
        return full.isEmpty() ? List.of("Inbox") : full;
    }

    @Override
    public OutputStream begin(List<String> folder, Origin origin) throws IOException {
        if (pending.size() >= MOST || bytes >= LARGEST) {
            flush();
        }
        PendingMessage message =
                new PendingMessage(fullPath(folder), origin, services.blobs().newBlob(account));
        current = message;
        return message.draft();
    }

    @Override
    public void end(MessageMetadata marks) throws IOException {
        PendingMessage message = java.util.Objects.requireNonNull(current);
        message.complete(marks);
        current = null;
        bytes += message.draft().size();
        pending.add(message);
    }

    @Override
    public void drop(String reason) throws IOException {
        PendingMessage message = java.util.Objects.requireNonNull(current);
        current = null;
        message.refuse(reason);
        finish(message);
    }

    @Override
    public void refuse(Origin origin, String reason) {
        counts.failed(new Failure(origin.file(), origin.at().isEmpty() ? null : origin.at(), reason));
    }

    @Override
    public void advance(long more) {
        done += more;
    }

    /** Files the messages of the current batch. */
    void flush() throws IOException {
        List<PendingMessage> placed =
                pending.stream().filter(this::resolveMailbox).toList();
        ImportBatch portion = services.store().read(scope, snapshot -> new ImportBatch(snapshot.sql(), run, placed));
        blobWriter.store(portion.fresh());
        filing.file(portion);
        for (PendingMessage message : portion.known()) {
            counts.alreadyPresent(MailboxResolver.displayPath(message.folder()), 1);
        }
        for (PendingMessage message : pending) {
            finish(message);
        }
        pending.clear();
        bytes = 0;
        if (!progress.tell(Math.min(done, Math.max(0, units - 1)), units, counts.summary("imported"))) {
            throw new TransferStoppedException("The command was interrupted.");
        }
    }

    /**
     * Determines the mailbox of a message. If this mailbox cannot be created, refuses the message and returns false.
     */
    private boolean resolveMailbox(PendingMessage message) {
        try {
            message.setMailbox(folders.number(message.folder()));
            return true;
        } catch (SetError e) {
            message.refuse("cannot create the mailbox " + MailboxResolver.displayPath(message.folder()) + ": "
                    + e.getMessage());
            return false;
        }
    }

    private void finish(PendingMessage message) throws IOException {
        message.failure().ifPresent(counts::failed);
        message.draft().close();
    }

    /** Discards the messages that are not filed yet. */
    @Override
    public void close() throws IOException {
        blobWriter.close();
        for (PendingMessage message : pending) {
            message.draft().close();
        }
        if (current != null) {
            current.draft().close();
        }
    }
}
