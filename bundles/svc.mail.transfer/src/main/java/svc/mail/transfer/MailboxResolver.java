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
import svc.api.store.Writing;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.MailStore.Box;

/** The mailboxes in which folders of a source end up; those that are missing are made. One thread. */
final class Folders {

    /** A folder of these names at the top is the mailbox that has the role. */
    private static final Set<String> ROLES = Set.of("inbox", "sent", "trash", "drafts", "junk", "archive");

    private final Store store;
    private final MailStore mail;
    private final Scope scope;
    private final Map<List<String>, Long> numbers = new HashMap<>();
    private int made;

    Folders(Store store, MailStore mail, Scope scope) {
        this.store = store;
        this.mail = mail;
        this.scope = scope;
        learn();
    }

    private void learn() {
        numbers.clear();
        for (Box box : store.read(scope, mail::mailboxes)) {
            numbers.put(box.path(), box.n());
        }
    }

    /**
     * The number of a mailbox.
     *
     * @throws SetError there can be none of this name
     */
    long number(List<String> path) {
        Long known = numbers.get(path);
        if (known != null) {
            return known;
        }
        String top = path.get(0).toLowerCase(Locale.ROOT);
        Found found = store.write(scope, Writing.named("svc.mail.transfer: a mailbox", tx -> {
            int before = mail.mailboxes(tx).size();
            long parent = ROLES.contains(top) ? mail.mailbox(tx, top).orElse(0) : 0;
            for (String name : parent == 0 ? path : path.subList(1, path.size())) {
                parent = mail.mailbox(tx, parent, name);
            }
            return new Found(parent, mail.mailboxes(tx).size() - before);
        }));
        numbers.put(List.copyOf(path), found.n());
        made += found.made();
        return found.n();
    }

    private record Found(long n, int made) {}

    /** One of them is not there any more. */
    void forget() {
        learn();
    }

    /** How many were made. */
    int made() {
        return made;
    }

    /** A path as people read it. */
    static String shown(List<String> path) {
        return String.join("/", path);
    }

    /** The path that people wrote. */
    static List<String> path(String shown) {
        List<String> path = new ArrayList<>(List.of(shown.split("/", -1)));
        path.removeIf(String::isEmpty);
        return List.copyOf(path);
    }
}
