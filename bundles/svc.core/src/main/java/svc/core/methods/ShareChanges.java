package svc.core.methods;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.ContainerShares;
import svc.api.identity.ContainerShares.Container;
import svc.api.identity.ContainerShares.Share;
import svc.api.identity.ShareNotifications;
import svc.api.identity.ShareNotifications.RightsChange;
import svc.api.identity.SharedContainer;
import svc.api.jmap.CallContext;
import svc.api.jmap.PatchObject;
import svc.api.jmap.PatchObject.Change;
import svc.api.jmap.SetError;
import svc.api.json.Json;
import svc.api.store.Facets;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.core.dispatch.AccountContext;
import svc.core.dispatch.Contribution.Sharing;
import svc.core.dispatch.RegisteredType;
import svc.core.methods.SetExecution.SetCall;
import svc.core.objects.Quoting;
import svc.core.sharing.ShareWith;
import svc.core.sharing.ShareWithPatch;

/**
 * The changes of {@code shareWith} in one {@code /set} (RFC 9670 §4.2). They are taken from the changes before the source
 * gets these, and are made in the same transactions.
 */
final class ShareChanges {

    private static final String NAME = "name";

    private final RegisteredType type;
    private final Sharing sharing;
    private final AccountContext account;
    private final CallContext context;
    private final PlainObjectReader reader;
    private final Map<PendingChange, List<Change>> given = new HashMap<>();
    private final Map<PendingChange, Difference> changed = new HashMap<>();

    /**
     * The rights of each principal before and after a change.
     *
     * @param principals the principals whose rights differ
     */
    private record Difference(
            Map<String, Set<String>> before, Map<String, Set<String>> after, Set<String> principals) {}

    ShareChanges(RegisteredType type, Sharing sharing, SetCall call, Json json) {
        this.type = type;
        this.sharing = sharing;
        this.account = call.account();
        this.context = call.context();
        this.reader = new PlainObjectReader(type, json);
    }

    void takeFrom(PendingChange.Create create) {
        create.resolve(taken(create, create.properties()));
    }

    void takeFrom(PendingChange.Update update) {
        update.resolve(taken(update, update.patch()));
    }

    private Map<String, @Nullable Object> taken(PendingChange change, Map<String, @Nullable Object> all) {
        Map<String, @Nullable Object> others = new LinkedHashMap<>(all);
        others.keySet().removeIf(path -> path.equals(ShareWith.PROPERTY) || path.startsWith(ShareWith.PROPERTY + "/"));
        if (others.size() < all.size() && change.open()) {
            Map<String, @Nullable Object> own = new LinkedHashMap<>(all);
            own.keySet().removeAll(others.keySet());
            given.put(change, PatchObject.of(own).changes());
        }
        return others;
    }

    /** Rejects changes that the caller may not make, and invalid ones. */
    void check(Snapshot snapshot, ChangeBatch batch) {
        batch.made().stream().filter(this::isOpen).forEach(create -> check(snapshot, create, 0));
        batch.changed().stream().filter(this::isOpen).forEach(update -> check(snapshot, update, update.n()));
    }

    private boolean isOpen(PendingChange change) {
        return given.containsKey(change) && change.open();
    }

    private void check(Snapshot snapshot, PendingChange change, long n) {
        change.attempt(() -> {
            Map<String, Set<String>> before = n == 0
                    ? Map.of()
                    : sharing.shares().of(snapshot, type.name(), List.of(n)).getOrDefault(n, Map.of());
            Map<String, Set<String>> after =
                    new ShareWithPatch(sharing.rights(), given.getOrDefault(change, List.of())).of(before);
            Set<String> different = new LinkedHashSet<>(after.keySet());
            different.addAll(before.keySet());
            different.removeIf(principal ->
                    before.getOrDefault(principal, Set.of()).equals(after.getOrDefault(principal, Set.of())));
            checkPermission(n, different, before, after);
            checkPrincipals(snapshot, different, after);
            changed.remove(change);
            if (!different.isEmpty()) {
                changed.put(change, new Difference(before, after, different));
            }
        });
    }

    /** A user who may share a container cannot give a right that he or she does not have. */
    private void checkPermission(
            long n, Set<String> different, Map<String, Set<String>> before, Map<String, Set<String>> after) {
        if (account.accessible().isPersonal()) {
            return;
        }
        SharedContainer own = account.accessible().containers(type.name()).get(n);
        if (own == null || !own.rights().contains(sharing.rights().share())) {
            throw SetError.forbidden("You may not share this object.");
        }
        for (String principal : different) {
            Set<String> more = new HashSet<>(after.getOrDefault(principal, Set.of()));
            more.removeAll(before.getOrDefault(principal, Set.of()));
            if (!own.rights().containsAll(more)) {
                throw SetError.forbidden("You cannot give rights that you do not have.");
            }
        }
    }

    private void checkPrincipals(Snapshot snapshot, Set<String> different, Map<String, Set<String>> after) {
        Set<String> named = new LinkedHashSet<>(different);
        named.retainAll(after.keySet());
        if (named.contains(account.accessible().account().id())) {
            throw ShareWithPatch.invalid("The owner has all rights. Leave the owner out.");
        }
        named.removeAll(
                sharing.shares().principals(snapshot, account.accessible().account(), named));
        if (!named.isEmpty()) {
            throw ShareWithPatch.invalid("There is no principal with the id "
                    + Quoting.quoted(named.iterator().next()) + ".");
        } else if (after.size() > ContainerShares.MOST && !different.isEmpty()) {
            throw ShareWithPatch.invalid(
                    "An object can be shared with at most " + ContainerShares.MOST + " principals.");
        }
    }

    /** Returns whether a change shares the object with other principals or with other rights. */
    boolean isChanged(PendingChange change) {
        return changed.containsKey(change);
    }

    /** Stores the shares of the changes that were just made. A destroyed object is no longer shared. */
    void apply(Transaction tx, Collection<PendingChange> made) {
        for (PendingChange change : made) {
            if (change instanceof PendingChange.Destroy destroy) {
                sharing.shares().share(tx, container(destroy.n()), Map.of());
            } else if (change instanceof PendingChange.Create create && isChanged(create)) {
                share(tx, create.n().orElseThrow(), create);
            } else if (change instanceof PendingChange.Create create
                    && !account.accessible().seesAll(type.descriptor().capability())) {
                inherit(tx, create.n().orElseThrow(), create);
            } else if (change instanceof PendingChange.Update update && isChanged(update)) {
                share(tx, update.n(), update);
                tx.logUpdated(type.name(), update.n(), Facets.ALL);
            }
        }
    }

    /** Shares a container that was created in the account of another user like the container in which it is. */
    private void inherit(Transaction tx, long n, PendingChange.Create create) {
        type.source().parent(tx, n).ifPresent(parent -> {
            Map<String, Set<String>> after =
                    sharing.shares().of(tx, type.name(), List.of(parent)).getOrDefault(parent, Map.of());
            Set<String> others = new LinkedHashSet<>(after.keySet());
            others.remove(context.caller().account().id()); // The caller knows of the new container.
            changed.put(create, new Difference(Map.of(), after, others));
            share(tx, n, create);
        });
    }

    private void share(Transaction tx, long n, PendingChange change) {
        Difference difference = Objects.requireNonNull(changed.get(change));
        Map<String, Share> shares = new HashMap<>();
        difference
                .after()
                .forEach((principal, rights) ->
                        shares.put(principal, new Share(sharing.rights().access(rights), rights)));
        sharing.shares().share(tx, container(n), shares);
        Map<String, Long> accounts = sharing.shares().accounts(tx, difference.principals());
        Set<Long> added = new HashSet<>();
        accounts.forEach((principal, number) -> {
            if (!difference.before().containsKey(principal)) {
                added.add(number);
            }
        });
        if (!shares.isEmpty()) {
            type.source().shared(tx, n, added);
        }
        sharing.notifications().get().ifPresent(service -> notify(service, tx, n, difference, accounts));
    }

    private void notify(
            ShareNotifications service, Transaction tx, long n, Difference difference, Map<String, Long> accounts) {
        Object name = type.descriptor().byName().containsKey(NAME)
                ? reader.read(tx, Set.of(n), Set.of(NAME), context)
                        .getOrDefault(n, Map.of())
                        .get(NAME)
                : null;
        accounts.forEach((principal, number) -> service.add(
                tx,
                number,
                new RightsChange(
                        context.caller().account(),
                        type.name(),
                        ObjectId.format(type.descriptor().idPrefix(), n),
                        ShareWith.rights(difference.before().get(principal), sharing.rights()),
                        ShareWith.rights(difference.after().get(principal), sharing.rights()),
                        name instanceof String text ? text : "")));
    }

    private Container container(long n) {
        return new Container(
                account.accessible().account(), type.name(), n, sharing.rights().capabilities());
    }
}
