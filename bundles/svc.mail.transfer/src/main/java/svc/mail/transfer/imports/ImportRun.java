package svc.mail.transfer;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.jmap.SetError;
import svc.api.operation.Progress;
import svc.api.store.Scope;

/**
 * Takes the messages of a source into an account, a portion in one transaction together with the rows by which a later run knows
 * them. One thread, with some more that keep blobs.
 */
final class Intake implements Taker, AutoCloseable {

    /** The writer is not held for longer than so many take. */
    private static final int MOST = 100;

    /** So many bytes wait on the disk at most, one message more. */
    private static final long LARGEST = 64_000_000;

    private final Services services;
    private final Account account;
    private final Scope scope;
    private final List<String> root;
    private final long run;
    private final Tally tally = new Tally();
    private final Folders folders;
    private final Keeping keeping;
    private final PortionFiling filing;
    private final Progress progress;
    private final long units;
    private final List<Incoming> waiting = new ArrayList<>();
    private @Nullable Incoming open;
    private long bytes;
    private long done;

    /**
     * Takes nothing yet.
     *
     * @param root the mailbox for what is in no folder
     * @param run the number of the run
     * @param units how much there is to read; 0 when nobody knows
     */
    Intake(Services services, Account account, List<String> root, long run, Progress progress, long units) {
        this.services = services;
        this.account = account;
        this.scope = Party.scope(account);
        this.root = root;
        this.run = run;
        this.folders = new Folders(services.store(), services.mail(), scope);
        this.keeping = new Keeping(services, account);
        this.filing = new PortionFiling(services, scope, folders, tally);
        this.progress = progress;
        this.units = units;
    }

    Tally tally() {
        return tally;
    }

    int mailboxesMade() {
        return folders.made();
    }

    @Override
    public void folder(List<String> path) throws IOException {
        List<String> full = full(path);
        try {
            folders.number(full);
            tally.mailbox(Folders.shown(full));
        } catch (SetError e) {
            refuse(new Origin(Folders.shown(full), ""), "it can be no mailbox: " + e.getMessage());
        }
    }

    private List<String> full(List<String> path) {
        List<String> full = new ArrayList<>(root);
        full.addAll(path);
        return full.isEmpty() ? List.of("Inbox") : full;
    }

    @Override
    public OutputStream begin(List<String> folder, Origin origin) throws IOException {
        if (waiting.size() >= MOST || bytes >= LARGEST) {
            flush();
        }
        Incoming message = new Incoming(full(folder), origin, services.blobs().draft(account));
        open = message;
        return message.draft();
    }

    @Override
    public void end(Marks marks) throws IOException {
        Incoming message = java.util.Objects.requireNonNull(open);
        message.complete(marks);
        open = null;
        bytes += message.draft().size();
        waiting.add(message);
    }

    @Override
    public void drop(String reason) throws IOException {
        Incoming message = java.util.Objects.requireNonNull(open);
        open = null;
        message.refuse(reason);
        settle(message);
    }

    @Override
    public void refuse(Origin origin, String reason) {
        tally.failed(new Failure(origin.file(), origin.at().isEmpty() ? null : origin.at(), reason));
    }

    @Override
    public void advance(long more) {
        done += more;
    }

    /** Takes in what waits. */
    void flush() throws IOException {
        List<Incoming> placed = waiting.stream().filter(this::place).toList();
        Portion portion = services.store().read(scope, snapshot -> new Portion(snapshot.sql(), run, placed));
        keeping.keep(portion.fresh());
        filing.file(portion);
        for (Incoming message : portion.known()) {
            tally.already(Folders.shown(message.folder()), 1);
        }
        for (Incoming message : waiting) {
            settle(message);
        }
        waiting.clear();
        bytes = 0;
        if (!progress.tell(Math.min(done, Math.max(0, units - 1)), units, tally.words("imported"))) {
            throw new Stopped("Whoever asked for it did not wait for the end.");
        }
    }

    /** Finds its mailbox, or says why there is none. */
    private boolean place(Incoming message) {
        try {
            message.into(folders.number(message.folder()));
            return true;
        } catch (SetError e) {
            message.refuse("there can be no mailbox " + Folders.shown(message.folder()) + ": " + e.getMessage());
            return false;
        }
    }

    private void settle(Incoming message) throws IOException {
        message.failure().ifPresent(tally::failed);
        message.draft().close();
    }

    /** Gives up what waits. */
    @Override
    public void close() throws IOException {
        keeping.close();
        for (Incoming message : waiting) {
            message.draft().close();
        }
        if (open != null) {
            open.draft().close();
        }
    }
}
