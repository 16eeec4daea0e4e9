package svc.push;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.jmap.observe.ReadableTypes.ReadableAccount;
import svc.api.push.PushConnection;
import svc.api.push.SharedStates;
import svc.api.time.Clock;
import svc.push.ClientPosition.PendingStates;

/**
 * The change stream of one connected client. It stores the last state sent, not the pending changes. The transport
 * polls the next change when the client can accept it, so a slow client needs no queue. Thread-safe.
 */
final class ChangeStream implements PushConnection {

    /**
     * The minimum time between two messages. The first change is sent at once, and further changes within this time are
     * sent together.
     */
    private static final Duration PAUSE = Duration.ofMillis(250);

    private static final int FEW = 100;
    private static final int LONGEST = 64;

    private final Caller caller;
    private final CoalescingTask serial;
    private final Dependencies dependencies;
    private volatile Predicate<String> wanted = type -> false;
    private volatile boolean alarmSet;
    private volatile boolean closed;
    private volatile long rightsVersion;
    private volatile Instant validUntil;
    private @Nullable ClientPosition position;
    private @Nullable SharedPosition shared;
    private long lastSent;

    /** The services that all streams share. */
    record Dependencies(
            ReadableTypes readableTypes,
            Directory directory,
            FollowedAccounts accounts,
            Clock clock,
            Executor writers,
            Consumer<ChangeStream> onClose,
            Optional<SharedStates> shared) {}

    /**
     * Creates a stream without a subscription.
     *
     * @param work the task to run when there may be new states, or when the stream may have ended
     */
    ChangeStream(Caller caller, Runnable work, Dependencies dependencies) {
        this.caller = caller;
        this.serial = new CoalescingTask(dependencies.writers(), work);
        this.dependencies = dependencies;
        this.rightsVersion =
                dependencies.readableTypes().version(caller.account().organization());
        this.validUntil = dependencies.directory().validUntil(caller).orElse(Instant.MIN);
        this.lastSent = dependencies.clock().nanos() - PAUSE.toNanos();
    }

    Caller caller() {
        return caller;
    }

    @Override
    public synchronized void subscribe(Optional<Set<String>> types, Optional<String> since) {
        unsubscribe();
        if (!closed) {
            ReadableAccount readable = dependencies.readableTypes().of(caller);
            Predicate<String> selected = types.<Predicate<String>>map(names -> limited(names, readable)::contains)
                    .orElse(type -> true);
            wanted = selected;
            ClientPosition next = new ClientPosition(dependencies.accounts().join(readable.scope(), this), readable);
            position = next;
            next.begin(since);
            dependencies.shared().ifPresent(states -> {
                SharedPosition others = new SharedPosition(states.follow(caller, selected, this::wakeUnlessAlarmSet));
                shared = others;
                others.begin(since);
            });
            wake();
        }
    }

    /**
     * Returns the requested types that the stream keeps. Types that the client cannot read now are kept too, because
     * they may become readable. If there are more than {@link #FEW} names, only readable types are kept.
     */
    private static Set<String> limited(Set<String> names, ReadableAccount readable) {
        return names.size() <= FEW
                ? names.stream().filter(name -> name.length() <= LONGEST).collect(Collectors.toSet())
                : readable.types().stream().filter(names::contains).collect(Collectors.toSet());
    }

    @Override
    public synchronized void unsubscribe() {
        wanted = type -> false;
        if (position != null) {
            dependencies.accounts().leave(position.accountStates(), this);
            position = null;
        }
        if (shared != null) {
            shared.close();
            shared = null;
        }
    }

    @Override
    public void close() {
        end();
        dependencies.onClose().accept(this);
    }

    private synchronized void end() {
        closed = true;
        unsubscribe();
    }

    /** Returns the push state up to which the client received states; empty when it is unknown. */
    synchronized Optional<PushState> sentState() {
        return Optional.ofNullable(position).flatMap(ClientPosition::sentState).map(this::withShared);
    }

    private PushState withShared(PushState own) {
        return shared == null ? own : own.withShared(shared.hash());
    }

    @Override
    public Optional<String> pushState(Optional<String> rest) {
        return sentState().map(state -> state.with(rest));
    }

    @Override
    public synchronized boolean isExpired() {
        checkRights();
        return closed;
    }

    @Override
    public void wake() {
        serial.request();
    }

    /** Wakes the transport if one of the changed types is wanted. */
    void statesChanged(Set<String> types) {
        if (types.stream().anyMatch(wanted)) {
            wakeUnlessAlarmSet();
        }
    }

    private void wakeUnlessAlarmSet() {
        // While an alarm is set no wake-up is needed: the poll after the alarm finds this change, too.
        if (!alarmSet) {
            wake();
        }
    }

    /** Wakes the transport if the sign-in may have ended or the visible types may have changed. */
    void wakeIfRightsChanged() {
        if (!closed && rightsMayHaveChanged()) {
            wake();
        }
    }

    private boolean rightsMayHaveChanged() {
        return dependencies.readableTypes().version(caller.account().organization()) != rightsVersion
                || !dependencies.clock().now().isBefore(validUntil);
    }

    @Override
    public synchronized Optional<Changes> poll() {
        checkRights();
        if (position == null) {
            return Optional.empty();
        }
        PendingStates now = position.gather(wanted);
        Map<String, Map<String, String>> changed = new TreeMap<>();
        if (shared != null) {
            changed.putAll(shared.gather().byAccount());
        }
        if (!now.changed().isEmpty()) {
            changed.computeIfAbsent(position.readable().accountId(), own -> new TreeMap<>())
                    .putAll(now.changed());
        }
        if (changed.isEmpty()) {
            markSent(position, now);
            return Optional.empty();
        }
        long nanos = dependencies.clock().nanos();
        long wait = lastSent + PAUSE.toNanos() - nanos;
        if (wait > 0) {
            wakeLater(wait);
            return Optional.empty();
        }
        markSent(position, now);
        lastSent = nanos;
        return Optional.of(new Changes(changed, withShared(now.at()).toString()));
    }

    private void markSent(ClientPosition own, PendingStates now) {
        own.markSent(now);
        if (shared != null) {
            shared.markSent();
        }
    }

    private void wakeLater(long nanos) {
        if (!alarmSet) {
            alarmSet = true;
            dependencies.clock().schedule(Duration.ofNanos(nanos), () -> {
                alarmSet = false;
                wake();
            });
        }
    }

    private void checkRights() {
        if (closed || !rightsMayHaveChanged()) {
            return;
        }
        rightsVersion = dependencies.readableTypes().version(caller.account().organization());
        validUntil = dependencies.directory().validUntil(caller).orElse(Instant.MIN);
        if (!dependencies.clock().now().isBefore(validUntil)) {
            end();
        } else if (position != null) {
            position.update(dependencies.readableTypes().of(caller));
        }
    }
}
