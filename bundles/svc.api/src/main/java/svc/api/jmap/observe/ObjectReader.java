package svc.api.jmap;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;
import svc.api.store.Snapshot;

/**
 * The objects of all types as callers see them in their own accounts, for those who tell what has changed: the same values that a
 * {@code /get} answers with.
 *
 * <p>Threading: any thread, several at once.
 */
@ProviderType
public interface Views {

    /** How a caller sees a type; empty for one that is not offered to the caller now. */
    Optional<View> of(Caller caller, String type);

    /** A type as a caller sees it with all capabilities of the account. Threading: any thread. Lifecycle: take it anew each time. */
    @ProviderType
    interface View {

        /** What the ids begin with. */
        char letter();

        /** The names of the type's own properties, without {@code id}. */
        Set<String> own();

        /** The names of those that other bundles compute: nobody tells when they change. */
        Set<String> computed();

        /**
         * Those of the objects that exist, by number: the wanted properties as plain values, without {@code id}. Names that the
         * caller does not see are left out.
         */
        Map<Long, Map<String, @Nullable Object>> read(
                Snapshot snapshot, Collection<Long> numbers, Set<String> properties);
    }
}
