package svc.cap.mail.message;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.mime.ThreadKeys;

/** Calculates the thread keys of a stored message again, from its summary. */
public final class StoredThreadKeys {

    /** Maximum number of values in a property of a summary. */
    private static final int MOST_VALUES = 100_000;

    private final Json.Binding json;

    public StoredThreadKeys(Json json) {
        this.json = json.binding(Json.Names.EXACT);
    }

    /** Returns the keys of a message. */
    public ThreadKeys of(EmailSummary summary) {
        List<String> ids = new ArrayList<>();
        for (String property : List.of("messageId", "inReplyTo", "references")) {
            if (read(summary, property) instanceof List<?> found) {
                found.stream()
                        .skip(Math.max(0, found.size() - ThreadKeys.MAX_IDS))
                        .forEach(id -> ids.add(String.valueOf(id)));
            }
        }
        return new ThreadKeys(
                ids.stream().map(ThreadKeys::id).distinct().toList(),
                ThreadKeys.subject(read(summary, "subject") instanceof String text ? text : ""));
    }

    private @Nullable Object read(EmailSummary summary, String property) {
        return json.read(summary.json(property), MOST_VALUES);
    }
}
