package svc.api.jmap;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.identity.Reach;

/** The changes of a {@code /set} that can be made together. Threading: one thread at a time. */
@ProviderType
public interface SetBatch {

    /** The objects to create that are not refused. */
    List<Create> creates();

    /** The objects to update that are not refused. */
    List<Update> updates();

    /** The objects to destroy that are not refused. */
    List<Destroy> destroys();

    /** Who asks. */
    Caller caller();

    /** The account, as the caller reaches it. */
    Reach reach();

    /** The further arguments of the call that {@link Shape#more} allows; those that were left out are not there. */
    Map<String, @Nullable Object> more();

    /** Whether what a capability has in the account shows to this call: the request uses it, and the account offers it. */
    boolean shows(String capability);

    /** The time. */
    Instant now();

    /** One change. */
    @ProviderType
    interface Change {

        /** Refuses this change alone. */
        void refuse(SetError error);

        /** Keeps something for the time when the change is made. */
        void keep(Object found);

        /** What was kept. */
        Optional<Object> kept();

        /** Does a part of it; a {@link SetError} that comes out refuses this change alone. */
        default void attempt(Runnable part) {
            try {
                part.run();
            } catch (SetError e) {
                refuse(e);
            }
        }
    }

    /** A new object. */
    @ProviderType
    interface Create extends Change {

        /** What the client sent; ids in place of creation ids. */
        Map<String, @Nullable Object> properties();

        /** It is made: its number, and those properties that are not what the client sent. */
        void done(long n, Map<String, @Nullable Object> properties);
    }

    /** A change of an object. */
    @ProviderType
    interface Update extends Change {

        /** The object. */
        long n();

        /** What to change: JSON pointers without their first slash (RFC 8620 §5.3), ids in place of creation ids. */
        Map<String, @Nullable Object> patch();

        /** It is made: those properties that are not what the client could expect. */
        void done(Map<String, @Nullable Object> properties);

        /**
         * It is made, and whoever hears of {@linkplain Witness.Difference differences} is told of it.
         *
         * @param properties those that are not what the client could expect
         * @param different all that is different from what it was: names of properties, or members of them as JSON pointers
         *     without their first slash ({@code keywords/$seen}); none when nothing was told to the log
         */
        void done(Map<String, @Nullable Object> properties, Set<String> different);
    }

    /** The end of an object. */
    @ProviderType
    interface Destroy extends Change {

        /** The object. */
        long n();

        /** It is made. */
        void done();
    }
}
