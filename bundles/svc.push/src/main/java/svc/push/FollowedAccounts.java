package svc.push;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import svc.api.store.Scope;
import svc.api.store.StateChange;
import svc.api.store.StateListener;
import svc.api.store.Store;

/** The accounts that at least one change stream follows, with their newest states. Thread-safe. */
final class FollowedAccounts implements StateListener {

    private final Store store;
    private final Map<Long, AccountStates> accounts = new ConcurrentHashMap<>();

    FollowedAccounts(Store store) {
        this.store = store;
    }

    /** Adds a stream to the followers of an account. */
    AccountStates join(Scope scope, ChangeStream stream) {
        AccountStates joined = accounts.compute(scope.n(), (key, known) -> {
            AccountStates accountStates = known == null ? new AccountStates(scope) : known;
            accountStates.streams().add(stream);
            return accountStates;
        });
        try {
            joined.load(store);
            return joined;
        } catch (RuntimeException e) {
            leave(joined, stream); // the account may have been deleted
            throw e;
        }
    }

    /** Removes a stream from the followers of an account. */
    void leave(AccountStates accountStates, ChangeStream stream) {
        accounts.computeIfPresent(accountStates.scope().n(), (key, known) -> {
            known.streams().remove(stream);
            return known.streams().isEmpty() ? null : known;
        });
    }

    /**
     * Passes a change to the streams of the account. If no stream follows the account, this costs only one map lookup.
     * This method never blocks.
     */
    @Override
    public void changed(StateChange change) {
        @Nullable AccountStates accountStates = accounts.get(change.account());
        if (accountStates != null) {
            accountStates.take(change.states());
            accountStates
                    .streams()
                    .forEach(stream -> stream.statesChanged(change.states().keySet()));
        }
    }

    int size() {
        return accounts.size();
    }
}
