package svc.core.methods;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;
import svc.api.jmap.type.SetBatch;

/**
 * One change of a {@code /set}. It is open until it is made or rejected. A change with invalid properties is rejected
 * too, but its validation continues, so that the error names all of them.
 */
abstract sealed class PendingChange implements SetBatch.Change {

    private Optional<Object> attachment = Optional.empty();
    private Optional<SetError> refusal = Optional.empty();
    private final Set<String> invalid = new LinkedHashSet<>();
    private final Set<String> reasons = new LinkedHashSet<>();
    private boolean prepared;
    private boolean made;

    @Override
    public void reject(SetError error) {
        List<String> properties = error.invalidProperties();
        if (properties.isEmpty()) {
            refusal = Optional.of(error);
        } else {
            invalid.addAll(properties);
            Optional.ofNullable(error.getMessage()).ifPresent(reasons::add);
        }
    }

    @Override
    public boolean hasInvalidProperties() {
        return !invalid.isEmpty();
    }

    @Override
    public void attach(Object found) {
        attachment = Optional.of(found);
    }

    @Override
    public Optional<Object> attachment() {
        return attachment;
    }

    Optional<SetError> refusal() {
        return refusal.isPresent() || invalid.isEmpty()
                ? refusal
                : Optional.of(SetError.invalidProperties(invalid, String.join(" ", reasons)));
    }

    boolean open() {
        return !made && refusal.isEmpty() && invalid.isEmpty();
    }

    /** Returns whether the change can still be validated. */
    boolean checkable() {
        return !made && refusal.isEmpty();
    }

    boolean made() {
        return made && refusal.isEmpty();
    }

    void make() {
        made = true;
    }

    /** Returns a callback that resets the change to its present state. */
    Runnable mark() {
        Optional<Object> attached = attachment;
        Optional<SetError> refused = refusal;
        Set<String> wasInvalid = Set.copyOf(invalid);
        List<String> knownReasons = List.copyOf(reasons);
        boolean wasPrepared = prepared;
        boolean wasMade = made;
        return () -> {
            attachment = attached;
            refusal = refused;
            invalid.retainAll(wasInvalid);
            reasons.retainAll(knownReasons);
            prepared = wasPrepared;
            made = wasMade;
        };
    }

    /** Marks the change as passed to {@code TypeSource.validate}. Returns true only at the first call. */
    boolean markPrepared() {
        boolean now = !prepared;
        prepared = true;
        return now;
    }

    /** A create. */
    static final class Create extends PendingChange implements SetBatch.Create {
        private Map<String, @Nullable Object> properties;
        private Map<String, @Nullable Object> answer = Map.of();
        private long n;

        Create(Map<String, @Nullable Object> properties) {
            this.properties = properties;
        }

        @Override
        public Map<String, @Nullable Object> properties() {
            return properties;
        }

        void resolve(Map<String, @Nullable Object> resolved) {
            properties = resolved;
        }

        @Override
        public void created(long number, Map<String, @Nullable Object> differing) {
            make();
            n = number;
            answer = new LinkedHashMap<>(differing);
        }

        @Override
        Runnable mark() {
            Runnable outcome = super.mark();
            Map<String, @Nullable Object> before = properties;
            return () -> {
                outcome.run();
                properties = before;
            };
        }

        OptionalLong n() {
            return made() ? OptionalLong.of(n) : OptionalLong.empty();
        }

        Map<String, @Nullable Object> answer() {
            return answer;
        }
    }

    /** An update. */
    static final class Update extends PendingChange implements SetBatch.Update {
        private Map<String, @Nullable Object> patch;
        private Map<String, @Nullable Object> answer = Map.of();
        private Set<String> different = Set.of();
        private long n;

        Update(long n, Map<String, @Nullable Object> patch) {
            this.n = n;
            this.patch = patch;
        }

        @Override
        public long n() {
            return n;
        }

        @Override
        Runnable mark() {
            Runnable outcome = super.mark();
            Map<String, @Nullable Object> before = patch;
            long number = n;
            return () -> {
                outcome.run();
                patch = before;
                n = number;
            };
        }

        void number(long number) {
            n = number;
        }

        @Override
        public Map<String, @Nullable Object> patch() {
            return patch;
        }

        void resolve(Map<String, @Nullable Object> resolved) {
            patch = resolved;
        }

        @Override
        public void updated(Map<String, @Nullable Object> differing) {
            make();
            answer = new LinkedHashMap<>(differing);
        }

        @Override
        public void updated(Map<String, @Nullable Object> differing, Set<String> fromBefore) {
            updated(differing);
            different = Set.copyOf(fromBefore);
        }

        Map<String, @Nullable Object> answer() {
            return answer;
        }

        Set<String> different() {
            return different;
        }
    }

    /** A destroy. */
    static final class Destroy extends PendingChange implements SetBatch.Destroy {
        private long n;

        Destroy(long n) {
            this.n = n;
        }

        @Override
        public long n() {
            return n;
        }

        @Override
        Runnable mark() {
            Runnable outcome = super.mark();
            long number = n;
            return () -> {
                outcome.run();
                n = number;
            };
        }

        void number(long number) {
            n = number;
        }

        @Override
        public void destroyed() {
            make();
        }
    }
}
