package svc.cap.mail.mailbox;

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
import svc.api.store.TransactionCallback;
import svc.cap.mail.mailbox.Mailbox.Properties;

/**
 * Creates the default mailboxes of an account at its first use of mail. A default mailbox that the user destroys is not
 * created again. Thread-safe.
 */
@Component(service = DefaultMailboxes.class)
public final class DefaultMailboxes {

    private static final List<Properties> FIRST = List.of(
            core("Inbox", "inbox", 10),
            core("Drafts", "drafts", 20),
            core("Sent", "sent", 30),
            core("Archive", "archive", 40),
            core("Junk", "junk", 50),
            core("Trash", "trash", 60));

    /** Size at which the set of checked accounts is cleared. */
    private static final int MOST_KNOWN = 100_000;

    private final Store store;
    private final Set<Scope> created = ConcurrentHashMap.newKeySet();

    @Activate
    public DefaultMailboxes(@Reference Store store) {
        this.store = store;
    }

    private static Properties core(String name, String role, int sort) {
        return new Properties(name, Mailbox.TOP, Optional.of(role), sort, true);
    }

    /**
     * Creates the default mailboxes of an account if the account never had default mailboxes. Call it outside a store
     * callback.
     */
    public void ensure(Scope scope) {
        if (created.contains(scope)) {
            return;
        }
        boolean made = store.read(scope, snapshot -> exist(snapshot.sql()));
        if (!made) {
            store.write(scope, TransactionCallback.named("svc.cap.mail: create the default mailboxes", tx -> {
                ensure(tx);
                return tx;
            }));
        }
        if (created.size() >= MOST_KNOWN) {
            created.clear();
        }
        created.add(scope);
    }

    /** Creates the default mailboxes within a transaction. */
    static void ensure(Transaction tx) {
        if (exist(tx.sql())) {
            return;
        }
        tx.sql().update("insert into mail_account (account) values (:account)");
        for (Properties core : FIRST) {
            MailboxRows.insert(tx.sql(), tx.logCreated(Mailbox.TYPE, Facets.ALL), core);
        }
    }

    private static boolean exist(Sql sql) {
        return sql.exists("select 1 from mail_account where account = :account");
    }
}
