package svc.cap.mail.mailboxset;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Sql;
import svc.api.store.Transaction;
import svc.cap.mail.api.MailStore.MailboxInfo;
import svc.cap.mail.mailbox.Mailbox;
import svc.cap.mail.mailbox.Mailbox.Properties;
import svc.cap.mail.mailbox.MailboxProperty;
import svc.cap.mail.mailbox.MailboxRows;
import svc.cap.mail.mailbox.MailboxTree;
import svc.cap.mail.mailbox.MailboxValidation;

/** Finds and creates mailboxes by path and name. */
public final class MailboxPaths {

    private final List<Mailbox> all;
    private final Map<Long, Properties> cores = new HashMap<>();

    public MailboxPaths(Sql sql) {
        all = MailboxRows.all(sql, Integer.MAX_VALUE);
        all.forEach(mailbox -> cores.put(mailbox.n(), mailbox.core()));
    }

    /** Returns all mailboxes with their paths. */
    public List<MailboxInfo> all() {
        return all.stream()
                .map(mailbox -> new MailboxInfo(
                        mailbox.n(), path(mailbox.core()), mailbox.core().role()))
                .toList();
    }

    private List<String> path(Properties core) {
        List<String> path = new ArrayList<>();
        Properties at = core;
        while (at != null) {
            path.add(at.name());
            at = cores.get(at.parent());
        }
        Collections.reverse(path);
        return path;
    }

    /**
     * Returns the number of the mailbox with this parent and name. If the mailbox does not exist, creates it by the
     * rules of {@code Mailbox/set}.
     */
    public static long ensure(Transaction tx, long parent, String name) {
        Map<MailboxProperty, @Nullable Object> given = new HashMap<>();
        given.put(MailboxProperty.NAME, name);
        given.put(MailboxProperty.PARENT_ID, parent == Mailbox.TOP ? null : ObjectId.format(Mailbox.LETTER, parent));
        Properties core = MailboxValidation.validated(MailboxSet.FRESH, given);
        MailboxPaths there = new MailboxPaths(tx.sql());
        for (Mailbox one : there.all) {
            boolean same = one.core().parent() == parent && one.core().name().equals(core.name());
            if (same || (core.isNamedInbox() && one.core().role().equals(Optional.of(MailboxValidation.INBOX)))) {
                return one.n();
            }
        }
        MailboxTree tree = new MailboxTree(there.all);
        tree.check(0, core);
        if (tree.size() >= MailboxSet.MOST) {
            throw new SetError("overQuota", "An account can have at most " + MailboxSet.MOST + " mailboxes.");
        }
        long n = tx.logCreated(Mailbox.TYPE, Facets.ALL);
        MailboxRows.insert(tx.sql(), n, core);
        return n;
    }
}
