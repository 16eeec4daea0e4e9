package svc.core;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Access;
import svc.api.jmap.Exclusion;
import svc.api.jmap.PropertyContribution;
import svc.api.jmap.Shape;
import svc.api.jmap.TypeSource;

/** What one service brings, read once when it came. */
sealed interface Part {

    /** Where it comes from. */
    Origin origin();

    /**
     * A bundle, and the calls that are inside what it brought.
     *
     * @param bundle its symbolic name
     * @param bundleId its id in the framework
     * @param use the calls
     */
    record Origin(String bundle, long bundleId, InUse use) {}

    /** A capability. */
    record Offered(
            Origin origin,
            String urn,
            Map<String, @Nullable Object> sessionObject,
            Map<String, String> sockets,
            Map<Access, Map<String, @Nullable Object>> accountObjects,
            boolean inAccounts,
            boolean inSharedAccounts,
            Set<String> goesWith,
            Set<String> covers)
            implements Part {}

    /** A method that is more than a derived one. */
    record Handled(Origin origin, String method, String capability, Method.Runner runner) implements Part {}

    /** A type. */
    record Typed(Origin origin, Shape shape, TypeSource source) implements Part {}

    /** Properties for a type of another bundle. */
    record Contributed(
            Origin origin, String type, String capability, Set<String> properties, PropertyContribution contribution)
            implements Part {}

    /** A pair of capabilities that do not go together. */
    record Excluded(Origin origin, Exclusion pair) implements Part {}
}
