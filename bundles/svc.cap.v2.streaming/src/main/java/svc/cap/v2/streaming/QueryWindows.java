package svc.cap.v2.streaming;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.identity.Caller;

/**
 * The queries that are told on one stream, and up to which version each was told there. For one thread at a time.
 */
final class Windows {

    private static final long NOTHING = -1;
    private static final long OVER = -2;

    /** The client holds what it was answered, and has heard nothing of it here. */
    private static final long ANSWERED = -3;

    private final Ground ground;
    private final String accountId;
    private final Subscriptions subscriptions;
    private final Runnable poke;
    private final long opened;
    private final Map<Subscription, Long> told = new LinkedHashMap<>();
    private final List<String> lost = new ArrayList<>();

    /** What all of them stand on. */
    record Ground(Subscribers subscribers, QueryWatch watch) {}

    /**
     * Begins.
     *
     * @param poke has the stream look whether there is something to tell
     * @param claim what the client was told before
     */
    Windows(Ground ground, Caller caller, String accountId, Runnable poke, Optional<Claim> claim) {
        this.ground = ground;
        this.accountId = accountId;
        this.subscriptions = ground.subscribers().of(caller);
        this.poke = poke;
        this.opened = ground.subscribers().last();
        claim.ifPresent(this::resume);
        subscriptions.join(poke);
        ground.watch().follow(subscriptions);
    }

    private void resume(Claim claim) {
        boolean ours = claim.mark().equals(ground.subscribers().mark());
        claim.versions()
                .forEach((number, version) -> subscriptions.all().stream()
                        .filter(one -> ours && one.number() == number)
                        .findFirst()
                        .ifPresentOrElse(
                                // Also of one that is not kept any more: ids must name the query until the client is
                                // told anew.
                                one -> told.put(one, version),
                                () -> lost.add(Subscribers.id(claim.mark(), number))));
    }

    /** Tells nothing more. */
    void end() {
        subscriptions.leave(poke);
        ground.watch().rest(subscriptions);
    }

    private String id(Subscription one) {
        return ground.subscribers().id(one);
    }

    /** Whether the client named queries of which nobody knows. */
    boolean owes() {
        return !lost.isEmpty();
    }

    /** Says so. */
    Optional<Told> lost() {
        if (lost.isEmpty()) {
            return Optional.empty();
        }
        Told event = Told.lost(accountId, List.copyOf(lost), "notFound");
        lost.clear();
        return Optional.of(event);
    }

    /** Sees to it that what the client follows is told here. */
    void adopt() {
        List<Subscription> all = subscriptions.all();
        told.entrySet()
                .removeIf(one ->
                        !all.contains(one.getKey()) && (one.getKey().ended().isEmpty() || one.getValue() == OVER));
        boolean more = false;
        for (Subscription one : all) {
            if (!told.containsKey(one)) {
                // The client holds what it was answered; what another stream told may have gone to another client.
                boolean first = one.number() > opened || one.newest().number() == 0;
                told.put(one, first ? ANSWERED : NOTHING);
                more = true;
            }
        }
        if (more) {
            ground.watch().look(subscriptions); // what changed while it was being answered
        }
    }

    /**
     * What is owed, one event at a time, which then counts as told. Of each query an event comes in any case: from then on the id
     * with which a client comes back names it.
     */
    Optional<Told> next() {
        for (Map.Entry<Subscription, Long> entry : told.entrySet()) {
            Subscription one = entry.getKey();
            long before = entry.getValue();
            Subscription.Version now = one.newest();
            if (one.ended().isPresent() && before != OVER) {
                entry.setValue(OVER);
                return Optional.of(
                        Told.lost(accountId, List.of(id(one)), one.ended().get()));
            } else if (one.ended().isEmpty() && before != now.number()) {
                entry.setValue(now.number());
                return Optional.of(event(one, one.version(before == ANSWERED ? 0 : before), now));
            }
        }
        return Optional.empty();
    }

    private Told event(Subscription one, Optional<Subscription.Version> before, Subscription.Version now) {
        List<String> held = before.map(Subscription.Version::ids).orElse(List.of());
        return Told.query(
                new Told.Followed(accountId, id(one)),
                before.map(Subscription.Version::state),
                now.state(),
                WindowDelta.between(held, now.ids(), one.position()));
    }

    /** What the id of an event says of it; empty for nothing. */
    Optional<String> text() {
        Map<Long, Long> versions = new LinkedHashMap<>();
        told.forEach((one, version) -> {
            if (version >= 0) {
                versions.put(one.number(), version);
            }
        });
        return versions.isEmpty()
                ? Optional.empty()
                : Optional.of(new Claim(ground.subscribers().mark(), versions).toString());
    }
}
