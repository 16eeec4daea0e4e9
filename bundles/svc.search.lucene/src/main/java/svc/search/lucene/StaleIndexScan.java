package svc.search.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import svc.api.identity.Account;
import svc.api.identity.Directory;
import svc.api.store.State;
import svc.api.store.Store;
import svc.api.store.StoreProblem;

/** Looks at all accounts, some at a time, whether their indexes are behind. At its end folders of no account go. */
final class Census {

    private static final int SOME = 50;

    private final LuceneSearch search;
    private final Store store;
    private final Directory directory;
    private Set<Long> seen = new HashSet<>();
    private long after;
    private boolean underWay;

    Census(LuceneSearch search, Store store, Directory directory) {
        this.search = search;
        this.store = store;
        this.directory = directory;
    }

    /** Begins anew. */
    synchronized void again() {
        after = 0;
        seen = new HashSet<>();
        underWay = true;
    }

    synchronized boolean underWay() {
        return underWay;
    }

    /** Looks at some accounts; the indexes that are behind. */
    List<IndexKey> look() {
        long from;
        synchronized (this) {
            from = after;
        }
        List<Account> accounts = directory.accounts(from, SOME);
        List<IndexKey> behind = new ArrayList<>();
        for (Account account : accounts) {
            for (Texts texts : search.types()) {
                if (behind(account.n(), texts)) {
                    behind.add(new IndexKey(account.n(), texts.type()));
                }
            }
        }
        moved(from, accounts);
        return behind;
    }

    private void moved(long from, List<Account> accounts) {
        Set<Long> known;
        synchronized (this) {
            if (after != from) {
                return;
            }
            accounts.forEach(account -> seen.add(account.n()));
            if (!accounts.isEmpty()) {
                after = accounts.get(accounts.size() - 1).n();
                return;
            }
            underWay = false;
            known = seen;
        }
        for (long n : search.home().accounts()) {
            if (n != 0 && n <= from && !known.contains(n)) {
                search.erase(n);
            }
        }
    }

    private boolean behind(long account, Texts texts) {
        try {
            State now = store.read(
                    CatchUp.scope(account),
                    snapshot ->
                            snapshot.types().contains(texts.type()) ? snapshot.state(texts.type()) : new State(0, 0));
            if (now.epoch() == 0) {
                return false;
            }
            Watermark watermark = search.index(account, texts.type()).watermark();
            return !watermark.renewal().none()
                    || !watermark.covers(now, texts.source().edition());
        } catch (StoreProblem e) {
            return e.kind() != StoreProblem.Kind.NO_ACCOUNT;
        } catch (IOException e) {
            return true;
        }
    }
}
