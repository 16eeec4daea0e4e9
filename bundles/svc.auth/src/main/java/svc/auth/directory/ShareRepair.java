package svc.auth.directory;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.job.JobHandler;
import svc.api.store.MultiScopeCallback;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.auth.storage.AccountStore;
import svc.auth.storage.ShareRows;
import svc.auth.storage.ShareRows.Filter;
import svc.auth.storage.ShareRows.StoredShare;

/**
 * The job that ends shares without an owner, a container or a principal: all of them, or those with one principal that
 * was deleted. Such a share gives no rights, but the owner sees it until it has ended. Each
 * transaction ends a few shares, because a group can be in very many. The job for all shares also deletes the shares
 * that {@link EndedGrants} finds.
 */
@Component(service = {JobHandler.class, ShareRepair.class})
public final class ShareRepair implements JobHandler {

    /** The kind of these jobs. */
    public static final String NAME = "share-repair";

    /** The subject of a job for all shares; otherwise the subject is the id of a principal. */
    public static final String ALL = "all";

    private static final Logger LOG = LoggerFactory.getLogger(ShareRepair.class);
    private static final int PAGE = 500;
    private static final int PORTION = 50;

    private final Store store;
    private final AccountStore identities;
    private final StoredShares shares;

    @Activate
    public ShareRepair(@Reference Store store, @Reference AccountStore identities, @Reference StoredShares shares) {
        this.store = store;
        this.identities = identities;
        this.shares = shares;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public void run(String subject, Progress progress) {
        if (subject.equals(ALL)) {
            repairAll(progress);
        } else {
            endAll(ObjectId.parse(Account.LETTER, subject).orElseThrow(), progress);
        }
    }

    /** Ends all shares with a principal that does not exist any more, or is being erased. */
    void endAll(long principal, Progress progress) {
        long ended = 0;
        for (List<StoredShare> some = of(principal); !some.isEmpty(); some = of(principal)) {
            end(some);
            ended += some.size();
            progress.report(ended + " shares ended");
            stopIfInterrupted();
        }
    }

    private List<StoredShare> of(long principal) {
        return identities.read(snapshot -> ShareRows.withoutPrincipal(snapshot.sql(), principal, PORTION));
    }

    private void repairAll(Progress progress) {
        long seen = 0;
        long ended = 0;
        List<StoredShare> page = after(ShareRows.Key.FIRST, PAGE);
        while (!page.isEmpty() && !progress.isCancelled()) {
            List<StoredShare> orphans = orphans(page);
            for (int i = 0; i < orphans.size(); i += PORTION) {
                end(orphans.subList(i, Math.min(i + PORTION, orphans.size())));
            }
            seen += page.size();
            ended += orphans.size();
            progress.report(seen + " shares checked, " + ended + " ended");
            stopIfInterrupted();
            page = after(page.get(page.size() - 1).key(), PAGE);
        }
        if (ended > 0) {
            LOG.warn("{} shares had no owner, container or principal; they are ended", ended);
        }
        if (!progress.isCancelled()) {
            deleteEndedGrants();
        }
    }

    private void deleteEndedGrants() {
        long all = 0;
        int deleted;
        do {
            deleted = identities.write("delete ended shares", tx -> EndedGrants.delete(tx.sql()));
            all += deleted;
            stopIfInterrupted();
        } while (deleted == EndedGrants.PORTION);
        if (all > 0) {
            LOG.warn("{} shares of all data of a capability gave no access any more; they are deleted", all);
        }
    }

    private static void stopIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("The server is stopping; the job starts again at the next start.");
        }
    }

    /** Returns up to {@code most} shares that follow a key. */
    List<StoredShare> after(ShareRows.Key key, int most) {
        return identities.read(snapshot -> ShareRows.after(snapshot.sql(), Filter.ALL, key, most));
    }

    /** Returns those of the shares that have no owner, no container or no principal. */
    List<StoredShare> orphans(List<StoredShare> some) {
        List<StoredShare> orphans = new ArrayList<>();
        Map<Long, List<StoredShare>> byOwner = some.stream()
                .collect(
                        Collectors.groupingBy(share -> share.key().account(), LinkedHashMap::new, Collectors.toList()));
        byOwner.forEach((owner, all) -> {
            Set<ShareRows.Key> whole = all.get(0).owner() == null ? Set.of() : withContainer(owner, all);
            all.stream()
                    .filter(share -> share.principalName() == null || !whole.contains(share.key()))
                    .forEach(orphans::add);
        });
        return orphans;
    }

    private Set<ShareRows.Key> withContainer(long owner, List<StoredShare> all) {
        Map<String, List<ShareRows.Key>> byType =
                all.stream().map(StoredShare::key).collect(Collectors.groupingBy(ShareRows.Key::type));
        return identities.readIn(scope(owner), snapshot -> {
            Set<ShareRows.Key> found = new HashSet<>();
            byType.forEach((type, keys) -> {
                Set<Long> existing = snapshot.lastChanges(
                                type,
                                keys.stream().map(ShareRows.Key::container).toList())
                        .keySet();
                keys.stream().filter(key -> existing.contains(key.container())).forEach(found::add);
            });
            return found;
        });
    }

    private static Scope scope(long account) {
        return Scope.account(new ScopeKey(), account);
    }

    private void end(List<StoredShare> some) {
        Set<Scope> scopes = some.stream()
                .map(share -> share.owner() == null
                        ? Scope.system()
                        : scope(share.key().account()))
                .collect(Collectors.toSet());
        store.write(scopes, new Ending(some));
    }

    /** Ends shares of several owners in one transaction. */
    private final class Ending implements MultiScopeCallback<Boolean> {

        private final List<StoredShare> some;

        Ending(List<StoredShare> some) {
            this.some = some;
        }

        @Override
        public Boolean run(Joint joint) {
            for (StoredShare share : some) {
                Account owner = share.owner();
                if (owner == null) {
                    ShareRows.deleteWithoutOwner(joint.of(Scope.system()).sql(), share.key());
                } else {
                    shares.end(joint.of(scope(owner.n())), owner.organization(), share.key());
                }
            }
            return true;
        }

        @Override
        public String name() {
            return "svc.auth: end shares";
        }
    }
}
