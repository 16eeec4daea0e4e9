package svc.cap.mail;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Writing;
import svc.cap.mail.Mailbox.Core;

/**
 * Gives an account its first mailboxes when it uses mail for the first time, and never again: whoever destroys one of them wants to
 * be without it. Any thread.
 */
@Component(service = DefaultMailboxes.class)
public final class DefaultMailboxes {

    private static final List<Core> FIRST = List.of(
            core("Inbox", "inbox", 10),
            core("Drafts", "drafts", 20),
            core("Sent", "sent", 30),
            core("Archive", "archive", 40),
            core("Junk", "junk", 50),
            core("Trash", "trash", 60));

    /** Of more accounts nobody remembers that they have theirs. */
    private static final int MOST_KNOWN = 100_000;

    private final Store store;
    private final Set<Scope> known = ConcurrentHashMap.newKeySet();

    /** Keeps them here. */
    @Activate
    public DefaultMailboxes(@Reference Store store) {
        this.store = store;
    }

    private static Core core(String name, String role, int sort) {
        return new Core(name, Mailbox.TOP, Optional.of(role), sort, true);
    }

    /** Sees to it that an account has them; outside any work of the store. */
    void ensure(Scope scope) {
        if (known.contains(scope)) {
            return;
        }
        boolean made = store.read(scope, snapshot -> made(snapshot.sql()));
        if (!made) {
            store.write(scope, Writing.named("svc.cap.mail: the first mailboxes", tx -> {
                ensure(tx);
                return tx;
            }));
        }
        if (known.size() >= MOST_KNOWN) {
            known.clear();
        }
        known.add(scope);
    }

    /** The same within a transaction. */
    static void ensure(Transaction tx) {
        if (made(tx.sql())) {
            return;
        }
        tx.sql().change("insert into mail_account (account) values (:account)");
        for (Core core : FIRST) {
            MailboxRows.insert(tx.sql(), tx.created(Mailbox.TYPE, Facets.ALL), core);
        }
    }

    private static boolean made(Sql sql) {
        return !sql.select("select 1 from mail_account where account = :account", row -> 1)
                .isEmpty();
    }
}
