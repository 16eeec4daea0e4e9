package svc.api.jmap.type;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.jmap.CallContext;
import svc.api.jmap.SetError;

/**
 * The changes of a {@code /set} that can be made together. Not thread-safe: one thread at a time.
 *
 * <p>The engine rejects unknown properties, and changes of properties that the client cannot change, and leaves them out
 * (RFC 8620 §5.3). It collects the invalid properties of a change: a change that has some is still passed to
 * {@link TypeSource#loadExternal} and {@link TypeSource#validate}, so that the error names all of them, but never to
 * {@link TypeSource#applySome}.
 */
@ProviderType
public interface SetBatch {

    /** Returns the creates that have not been rejected. */
    List<Create> creates();

    /** Returns the updates that have not been rejected. */
    List<Update> updates();

    /** Returns the destroys that have not been rejected. */
    List<Destroy> destroys();

    /** Returns the method call. */
    CallContext context();

    /** Returns the time of the changes. */
    Instant now();

    /** One change. */
    @ProviderType
    interface Change {

        /** Rejects this change only. Several {@code invalidProperties} errors are combined into one. */
        void reject(SetError error);

        /**
         * Returns whether the change was found to have invalid properties. It will not be made, so nothing lasting
         * should be done for it.
         */
        boolean hasInvalidProperties();

        /** Attaches a value to the change, for use when the change is made. */
        void attach(Object found);

        /** Returns the attached value. */
        Optional<Object> attachment();

        /** Runs a part of the change. A {@link SetError} thrown by it rejects this change only. */
        default void attempt(Runnable part) {
            try {
                part.run();
            } catch (SetError e) {
                reject(e);
            }
        }
    }

    /** The create of an object. */
    @ProviderType
    interface Create extends Change {

        /** Returns the properties that the client sent and may set, with creation ids replaced by ids. */
        Map<String, @Nullable Object> properties();

        /**
         * Reports that the object was created.
         *
         * @param n the number of the object
         * @param properties the properties that differ from what the client sent
         */
        void created(long n, Map<String, @Nullable Object> properties);
    }

    /** The update of an object. */
    @ProviderType
    interface Update extends Change {

        /** Returns the number of the object. */
        long n();

        /**
         * Returns the patch: JSON pointers without the leading slash (RFC 8620 §5.3) into properties that the client may
         * change, with creation ids replaced by ids.
         */
        Map<String, @Nullable Object> patch();

        /**
         * Reports that the object was updated.
         *
         * @param properties the properties that differ from what the client expects
         */
        void updated(Map<String, @Nullable Object> properties);

        /**
         * Reports that the object was updated, and passes the update to the observers ({@code ObjectObserver}).
         *
         * @param properties the properties that differ from what the client expects
         * @param different everything that changed: names of properties, or members of them as JSON pointers without
         *     the leading slash ({@code keywords/$seen}); empty if nothing was written to the change log
         */
        void updated(Map<String, @Nullable Object> properties, Set<String> different);
    }

    /** The destroy of an object. */
    @ProviderType
    interface Destroy extends Change {

        /** Returns the number of the object. */
        long n();

        /** Reports that the object was destroyed. */
        void destroyed();
    }
}
