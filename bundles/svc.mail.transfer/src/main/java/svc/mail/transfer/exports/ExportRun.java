package svc.mail.transfer;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobStore.Stored;
import svc.api.identity.Account;
import svc.api.operation.Progress;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.Box;
import svc.cap.mail.api.MailStore.Listed;
import svc.mail.transfer.Journal.Step;

/** Carries the messages of mailboxes into a target, oldest first, and writes down how far it came. One thread. */
final class Outgoing {

    private static final int AT_ONCE = 100;

    private final Services services;
    private final Account account;
    private final Scope scope;
    private final MailTarget target;
    private final Journal journal;
    private final Progress progress;
    private final Tally tally = new Tally();
    private long keywordsLeftOut;

    Outgoing(Services services, Account account, MailTarget target, Journal journal, Progress progress) {
        this.services = services;
        this.account = account;
        this.scope = Party.scope(account);
        this.target = target;
        this.journal = journal;
        this.progress = progress;
    }

    Tally tally() {
        return tally;
    }

    long keywordsLeftOut() {
        return keywordsLeftOut;
    }

    /** Carries one mailbox. */
    void carry(Box box, List<String> path) throws IOException {
        String shown = Folders.shown(path);
        if (path.equals(MaildirTarget.INBOX)
                && box.role().filter("inbox"::equals).isEmpty()) {
            tally.failed(
                    new Failure(shown, null, "the mailbox has the name that the inbox has in an export: rename it"));
            return;
        }
        try {
            carry(box.n(), path, shown);
        } catch (Stopped e) {
            throw e;
        } catch (IOException e) {
            throw new Stopped("The target cannot be written: " + e.getMessage() + ".");
        }
    }

    private void carry(long mailbox, List<String> path, String shown) throws IOException {
        Step step = journal.step(mailbox);
        tally.mailbox(shown);
        tally.already(shown, step.written());
        target.open(path, step);
        while (!step.ended()) {
            step = portion(mailbox, shown, step);
            journal.put(mailbox, step);
            if (!progress.tell(0, 0, tally.words("exported"))) {
                throw new Stopped("Whoever asked for it did not wait for the end.");
            }
        }
        target.finish();
    }

    private Step portion(long mailbox, String shown, Step before) throws IOException {
        List<Listed> some = services.store()
                .read(scope, snapshot -> services.mail().list(snapshot, mailbox, before.after(), AT_ONCE));
        long written = before.written();
        for (Listed one : some) {
            written += write(one, shown) ? 1 : 0;
        }
        return new Step(
                some.isEmpty() ? before.after() : some.get(some.size() - 1).place(),
                target.sync(),
                written,
                some.size() < AT_ONCE);
    }

    private boolean write(Listed one, String shown) throws IOException {
        String id = ObjectId.text(MailStore.LETTER, one.place().n());
        Optional<Stored> stored = services.blobs().find(account, one.blob());
        if (stored.isEmpty()) {
            tally.failed(new Failure(id, shown, "its bytes are lost"));
            return false;
        }
        try {
            keywordsLeftOut += target.write(one.place(), one.keywords(), stored.get());
            tally.done(shown, stored.get().size());
            return true;
        } catch (BlobDamaged | NoSuchFileException e) {
            tally.failed(new Failure(id, shown, "its bytes are lost or damaged: " + e.getMessage()));
            return false;
        }
    }

    /** The mailboxes that are asked for, each with its path in the target. */
    static List<Box> asked(List<Box> all, List<String> wanted) {
        List<Box> asked = new ArrayList<>();
        for (Box box : all) {
            if (below(path(box), wanted) || below(box.path(), wanted)) {
                asked.add(box);
            }
        }
        return asked;
    }

    private static boolean below(List<String> path, List<String> wanted) {
        return path.size() >= wanted.size() && path.subList(0, wanted.size()).equals(wanted);
    }

    /** The inbox is called so whatever its name is. */
    static List<String> path(Box box) {
        boolean inbox = box.role().filter("inbox"::equals).isPresent();
        return inbox && box.path().size() == 1 ? MaildirTarget.INBOX : box.path();
    }
}
