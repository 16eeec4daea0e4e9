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
import svc.api.store.StoreException;
import svc.search.lucene.analysis.IndexedType;
import svc.search.lucene.index.IndexKey;
import svc.search.lucene.index.Watermark;

/**
 * Scans all accounts for stale indexes, some accounts at a time. At the end, the index folders of accounts that do not
 * exist are removed.
 */
final class StaleIndexScan {

    private static final int SOME = 50;

    private final LuceneSearch search;
    private final Store store;
    private final Directory directory;
    private Set<Long> seen = new HashSet<>();
    private long after;
    private boolean running;

    StaleIndexScan(LuceneSearch search, Store store, Directory directory) {
        this.search = search;
        this.store = store;
        this.directory = directory;
    }

    /** Restarts the scan. */
    synchronized void restart() {
        after = 0;
        seen = new HashSet<>();
        running = true;
    }

    synchronized boolean isRunning() {
        return running;
    }

    /** Scans the next accounts and returns their stale indexes. */
    List<IndexKey> scanSome() {
        long from;
        synchronized (this) {
            from = after;
        }
        List<Account> accounts = directory.accounts(from, SOME);
        List<IndexKey> stale = new ArrayList<>();
        for (Account account : accounts) {
            for (IndexedType texts : search.types()) {
                if (isStale(account.n(), texts)) {
                    stale.add(new IndexKey(account.n(), texts.type()));
                }
            }
        }
        advance(from, accounts);
        return stale;
    }

    private void advance(long from, List<Account> accounts) {
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
            running = false;
            known = seen;
        }
        for (long n : search.home().accounts()) {
            if (n != 0 && n <= from && !known.contains(n)) {
                search.erase(n);
            }
        }
    }

    private boolean isStale(long account, IndexedType texts) {
        try {
            State now = store.read(
                    BackgroundIndexer.scope(account),
                    snapshot ->
                            snapshot.types().contains(texts.type()) ? snapshot.state(texts.type()) : new State(0, 0));
            if (now.epoch() == 0) {
                return false;
            }
            Watermark watermark = search.index(account, texts.type()).watermark();
            return !watermark.renewal().none()
                    || !watermark.covers(now, texts.source().version());
        } catch (StoreException e) {
            return e.kind() != StoreException.Kind.NO_ACCOUNT;
        } catch (IOException e) {
            return true;
        }
    }
}
