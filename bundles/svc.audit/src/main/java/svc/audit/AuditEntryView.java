package svc.audit;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry as it is shown.
 *
 * @param id its id
 * @param at when
 * @param tenant the organization that it is about; none where it is about the server
 * @param actor who
 * @param address from where
 * @param action what
 * @param target to whom or what
 * @param outcome what became of it
 * @param details how
 */
record EntryView(
        String id,
        String at,
        @Nullable String tenant,
        Named actor,
        @Nullable String address,
        String action,
        @Nullable Named target,
        String outcome,
        Map<String, Object> details) {

    /** Somebody or something. */
    record Named(String kind, @Nullable String id) {}
}
