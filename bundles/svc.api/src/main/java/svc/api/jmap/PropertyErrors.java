package svc.api.jmap;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Collects the invalid properties of an object, so that one {@code invalidProperties} error names all of them (RFC 8620
 * §5.3). Not thread-safe.
 */
public final class PropertyErrors {

    private final Set<String> properties = new LinkedHashSet<>();
    private final Set<String> reasons = new LinkedHashSet<>();

    /** Adds an invalid property and the reason. */
    public void add(String property, String description) {
        properties.add(property);
        reasons.add(description);
    }

    /**
     * Adds the properties of an {@code invalidProperties} error.
     *
     * @throws SetError the error if it is another one
     */
    public void add(SetError error) {
        if (error.invalidProperties().isEmpty()) {
            throw error;
        }
        properties.addAll(error.invalidProperties());
        Optional.ofNullable(error.getMessage()).ifPresent(reasons::add);
    }

    /** Returns the result of a part of a validation; empty if it throws an error, which is {@link #add added}. */
    public <R> Optional<R> check(Supplier<R> part) {
        try {
            return Optional.of(part.get());
        } catch (SetError e) {
            add(e);
            return Optional.empty();
        }
    }

    /** Runs a part of a validation. An error that it throws is {@link #add added}. */
    public void attempt(Runnable part) {
        try {
            part.run();
        } catch (SetError e) {
            add(e);
        }
    }

    /** Returns the error that names all invalid properties; empty if there is none. */
    public Optional<SetError> error() {
        return properties.isEmpty()
                ? Optional.empty()
                : Optional.of(SetError.invalidProperties(properties, String.join(" ", reasons)));
    }

    /** Throws the {@link #error}, if any. */
    public void throwIfAny() {
        error().ifPresent(error -> {
            throw error;
        });
    }
}
