package svc.audit;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An audit entry as operators see it.
 *
 * @param id the id of the entry
 * @param at the time
 * @param tenant the id of the tenant that the entry concerns; null for the server itself
 * @param actor the actor
 * @param address the IP address of the actor
 * @param action the name of the action
 * @param target the target of the action
 * @param outcome the outcome
 * @param details further values by name
 */
record AuditEntryView(
        String id,
        String at,
        @Nullable String tenant,
        Named actor,
        @Nullable String address,
        String action,
        @Nullable Named target,
        String outcome,
        Map<String, Object> details) {

    /** An actor or a target. */
    record Named(String kind, @Nullable String id) {}
}
