package svc.push;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.observe.ReadableTypes.ReadableAccount;

/** The sequence number up to which a client received the states of its account. Guarded by its stream. */
final class ClientPosition {

    private static final long NOTHING = -1;

    private final AccountStates accountStates;
    private ReadableAccount readable;
    private long sequence = NOTHING;
    private Set<String> unsent = Set.of();
    private @Nullable PushState sentState;

    /** Creates the position of a client that has received nothing. */
    ClientPosition(AccountStates accountStates, ReadableAccount readable) {
        this.accountStates = accountStates;
        this.readable = readable;
    }

    /**
     * The states to send.
     *
     * @param changed the new states by the names of types
     * @param at the push state after they have been sent
     */
    record PendingStates(Map<String, String> changed, PushState at) {}

    AccountStates accountStates() {
        return accountStates;
    }

    ReadableAccount readable() {
        return readable;
    }

    /**
     * Begins at the states of the push state that the client presents, or at the current states if it presents none.
     */
    void begin(Optional<String> since) {
        PendingStates now = gather(type -> false);
        if (since.isEmpty()) {
            markSent(now);
        } else {
            PushState.parse(since.get())
                    .filter(known -> known.account() == readable.scope().n())
                    .ifPresent(known -> resume(known, now.at()));
        }
    }

    /**
     * Continues from a push state. All current states are sent instead if the push state is from before a restore,
     * includes changes that a restore lost, or was created when the client could read other types.
     */
    private void resume(PushState known, PushState now) {
        sentState = known;
        if (known.epoch() == now.epoch() && known.sequence() <= now.sequence() && known.types() == now.types()) {
            sequence = known.sequence();
        }
    }

    /** Updates the types that the client may read. */
    void update(ReadableAccount now) {
        // Changes of a type that happened while the type was hidden were not sent.
        Set<String> more = new HashSet<>(now.types());
        more.removeAll(readable.types());
        more.addAll(unsent);
        unsent = Set.copyOf(more);
        readable = now;
    }

    /** Returns the new states of the wanted types. */
    PendingStates gather(Predicate<String> wanted) {
        AccountStates.PendingStates pending = accountStates.since(readable.types(), sequence, unsent);
        Map<String, String> changed = new TreeMap<>();
        pending.changed().forEach((type, state) -> {
            if (wanted.test(type)) {
                changed.put(type, state.toString());
            }
        });
        long types = PushState.typesHash(readable.types());
        return new PendingStates(
                changed, new PushState(readable.scope().n(), pending.epoch(), pending.sequence(), types));
    }

    /** Records that all of these states were sent. */
    void markSent(PendingStates now) {
        sequence = now.at().sequence();
        unsent = Set.of();
        sentState = now.at();
    }

    /** Returns the push state sent last; empty when it is unknown. */
    Optional<PushState> sentState() {
        return Optional.ofNullable(sentState);
    }
}
