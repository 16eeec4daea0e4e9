package svc.cap.v2.streaming;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import svc.api.identity.Caller;
import svc.cap.v2.streaming.QuerySubscription.Version;
import svc.cap.v2.streaming.StreamEvent.Followed;

/** The subscribed queries of one stream, with the version of each window that was sent last. Not thread-safe. */
final class QueryWindows {

    private static final long NOTHING = -1;
    private static final long OVER = -2;

    /** The version that means: the client has the response to its subscription, and this stream has sent nothing. */
    private static final long ANSWERED = -3;

    private final Dependencies dependencies;
    private final String accountId;
    private final SignInSubscriptions subscriptions;
    private final Runnable notifyClient;
    private final long opened;
    private final Map<QuerySubscription, Long> sentVersions = new LinkedHashMap<>();
    private final List<String> missing = new ArrayList<>();

    /** The services that all streams share. */
    record Dependencies(QuerySubscriptionRegistry subscribers, QueryWatch watch) {}

    /**
     * Creates the windows of a stream.
     *
     * @param notifyClient requests that the stream calls {@link #next}
     * @param claim the versions that the client presented
     */
    QueryWindows(
            Dependencies dependencies,
            Caller caller,
            String accountId,
            Runnable notifyClient,
            Optional<QueryResumeToken> claim) {
        this.dependencies = dependencies;
        this.accountId = accountId;
        this.subscriptions = dependencies.subscribers().of(caller);
        this.notifyClient = notifyClient;
        this.opened = dependencies.subscribers().last();
        claim.ifPresent(this::resume);
        subscriptions.attach(notifyClient);
        dependencies.watch().watch(subscriptions);
    }

    private void resume(QueryResumeToken claim) {
        boolean isOwn = claim.mark().equals(dependencies.subscribers().mark());
        claim.versions()
                .forEach((number, version) -> subscriptions.all().stream()
                        .filter(one -> isOwn && one.number() == number)
                        .findFirst()
                        .ifPresentOrElse(
                                // The version is kept even if it is no longer stored, because event ids must contain
                                // the query until the next event.
                                one -> sentVersions.put(one, version),
                                () -> missing.add(QuerySubscriptionRegistry.id(claim.mark(), number))));
    }

    /** Ends the events for the stream. */
    void end() {
        subscriptions.detach(notifyClient);
        dependencies.watch().stopWatching(subscriptions);
    }

    private String id(QuerySubscription one) {
        return dependencies.subscribers().id(one);
    }

    /** Returns whether the client presented unknown subscriptions that were not reported to it yet. */
    boolean hasPending() {
        return !missing.isEmpty();
    }

    /** Returns an event about unknown subscriptions; empty if there are none to report. */
    Optional<StreamEvent> endedEvent() {
        if (missing.isEmpty()) {
            return Optional.empty();
        }
        StreamEvent event = StreamEvent.lost(accountId, List.copyOf(missing), "notFound");
        missing.clear();
        return Optional.of(event);
    }

    /** Adds new subscriptions of the sign-in and removes those that have ended. */
    void addNew() {
        List<QuerySubscription> all = subscriptions.all();
        sentVersions
                .entrySet()
                .removeIf(one ->
                        !all.contains(one.getKey()) && (one.getKey().ended().isEmpty() || one.getValue() == OVER));
        boolean more = false;
        for (QuerySubscription one : all) {
            if (!sentVersions.containsKey(one)) {
                // The client of a new subscription has its response. The events of an older subscription may have
                // reached another client of the sign-in, so this stream begins with an empty window.
                boolean first = one.number() > opened || one.newest().number() == 0;
                sentVersions.put(one, first ? ANSWERED : NOTHING);
                more = true;
            }
        }
        if (more) {
            dependencies.watch().evaluate(subscriptions); // the results may have changed since the response
        }
    }

    /**
     * Returns the next event, which counts as sent. Each query gets at least one event: from then on, the id with which
     * a client reconnects contains the query.
     */
    Optional<StreamEvent> next() {
        for (Map.Entry<QuerySubscription, Long> entry : sentVersions.entrySet()) {
            QuerySubscription one = entry.getKey();
            long before = entry.getValue();
            Version now = one.newest();
            if (one.ended().isPresent() && before != OVER) {
                entry.setValue(OVER);
                return Optional.of(StreamEvent.lost(
                        accountId, List.of(id(one)), one.ended().get()));
            } else if (one.ended().isEmpty() && before != now.number()) {
                entry.setValue(now.number());
                return Optional.of(event(one, one.version(before == ANSWERED ? 0 : before), now));
            }
        }
        return Optional.empty();
    }

    private StreamEvent event(QuerySubscription one, Optional<Version> before, Version now) {
        List<String> held = before.map(Version::ids).orElse(List.of());
        return StreamEvent.query(
                new Followed(accountId, id(one)),
                before.map(Version::state),
                now.state(),
                WindowDelta.between(held, now.ids(), one.position()));
    }

    /** Returns the versions as a part of the event id; empty if there are none. */
    Optional<String> text() {
        Map<Long, Long> versions = new LinkedHashMap<>();
        sentVersions.forEach((one, version) -> {
            if (version >= 0) {
                versions.put(one.number(), version);
            }
        });
        return versions.isEmpty()
                ? Optional.empty()
                : Optional.of(new QueryResumeToken(dependencies.subscribers().mark(), versions).toString());
    }
}
