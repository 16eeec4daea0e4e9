package svc.mail.transfer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import svc.api.jmap.SetError;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.MailboxInfo;

/** Maps the folders of a source to mailboxes, and creates missing mailboxes. Not thread-safe. */
public final class MailboxResolver {

    /** The role names. A top-level folder with one of these names is mapped to the mailbox with that role. */
    private static final Set<String> ROLES = Set.of("inbox", "sent", "trash", "drafts", "junk", "archive");

    private final Store store;
    private final MailStore mail;
    private final Scope scope;
    private final Map<List<String>, Long> numbers = new HashMap<>();
    private int created;

    public MailboxResolver(Store store, MailStore mail, Scope scope) {
        this.store = store;
        this.mail = mail;
        this.scope = scope;
        load();
    }

    private void load() {
        numbers.clear();
        for (MailboxInfo mailbox : store.read(scope, mail::mailboxes)) {
            numbers.put(mailbox.path(), mailbox.n());
        }
    }

    /**
     * Returns the number of a mailbox, which is created if it is missing.
     *
     * @throws SetError if a mailbox of this name cannot be created
     */
    public long number(List<String> path) {
        Long known = numbers.get(path);
        if (known != null) {
            return known;
        }
        String top = path.get(0).toLowerCase(Locale.ROOT);
        Found found = store.write(scope, TransactionCallback.named("svc.mail.transfer: create a mailbox", tx -> {
            int before = mail.mailboxes(tx).size();
            long parent = ROLES.contains(top) ? mail.mailbox(tx, top).orElse(0) : 0;
            for (String name : parent == 0 ? path : path.subList(1, path.size())) {
                parent = mail.mailbox(tx, parent, name);
            }
            return new Found(parent, mail.mailboxes(tx).size() - before);
        }));
        numbers.put(List.copyOf(path), found.n());
        created += found.made();
        return found.n();
    }

    private record Found(long n, int made) {}

    /** Reads the mailboxes of the account again. Call this when a mailbox was found to be deleted. */
    public void clear() {
        load();
    }

    /** Returns the number of mailboxes created. */
    public int createdCount() {
        return created;
    }

    /** Returns the path as shown to operators. */
    public static String displayPath(List<String> path) {
        return String.join("/", path);
    }

    /** Parses a path as written by an operator. */
    public static List<String> path(String displayPath) {
        List<String> path = new ArrayList<>(List.of(displayPath.split("/", -1)));
        path.removeIf(String::isEmpty);
        return List.copyOf(path);
    }
}
