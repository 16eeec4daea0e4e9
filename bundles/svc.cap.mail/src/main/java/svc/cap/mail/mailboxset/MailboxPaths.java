package svc.cap.mail;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Sql;
import svc.api.store.Transaction;
import svc.cap.mail.Mailbox.Core;
import svc.cap.mail.api.MailStore.Box;

/** Mailboxes as those see them who go by names. */
final class NamedMailboxes {

    private final List<Mailbox> all;
    private final Map<Long, Core> cores = new HashMap<>();

    NamedMailboxes(Sql sql) {
        all = MailboxRows.all(sql, Integer.MAX_VALUE);
        all.forEach(mailbox -> cores.put(mailbox.n(), mailbox.core()));
    }

    /** All of them with their paths. */
    List<Box> boxes() {
        return all.stream()
                .map(mailbox -> new Box(
                        mailbox.n(), path(mailbox.core()), mailbox.core().role()))
                .toList();
    }

    private List<String> path(Core core) {
        List<String> path = new ArrayList<>();
        Core at = core;
        while (at != null) {
            path.add(at.name());
            at = cores.get(at.parent());
        }
        Collections.reverse(path);
        return path;
    }

    /** The number of the mailbox of a name; a new one where there is none, by the rules of {@code Mailbox/set}. */
    static long ensure(Transaction tx, long parent, String name) {
        Map<MailboxProperty, @Nullable Object> given = new HashMap<>();
        given.put(MailboxProperty.NAME, name);
        given.put(MailboxProperty.PARENT_ID, parent == Mailbox.TOP ? null : ObjectId.text(Mailbox.LETTER, parent));
        Core core = MailboxRules.with(MailboxChanges.FRESH, given);
        NamedMailboxes there = new NamedMailboxes(tx.sql());
        for (Mailbox one : there.all) {
            if (one.core().parent() == parent && one.core().name().equals(core.name())) {
                return one.n();
            }
        }
        MailboxTree tree = new MailboxTree(there.all);
        tree.check(0, core);
        if (tree.size() >= MailboxChanges.MOST) {
            throw new SetError("overQuota", "An account has " + MailboxChanges.MOST + " mailboxes at most.");
        }
        long n = tx.created(Mailbox.TYPE, Facets.ALL);
        MailboxRows.insert(tx.sql(), n, core);
        return n;
    }
}
