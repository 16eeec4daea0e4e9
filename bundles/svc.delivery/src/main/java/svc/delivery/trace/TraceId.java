package svc.delivery.trace;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The id of a mail transaction in the trace. Immutable.
 *
 * @param origin the id of the connection in the log; for a message that did not arrive by SMTP, its id in the queue
 * @param part the number of the transaction on the connection; 0 for what belongs to no transaction
 */
public record TraceId(String origin, int part) {

    /** The letter of the ids of queued messages. */
    public static final char QUEUED = 'q';

    private static final Pattern FORM = Pattern.compile("([0-9a-f]{12,16})(?:-([0-9]{1,6}))?");

    /** Returns the id with this text. */
    public static TraceId of(String text) {
        Matcher form = FORM.matcher(text);
        return form.matches() && form.group(2) != null
                ? new TraceId(form.group(1), Integer.parseInt(form.group(2)))
                : new TraceId(text, 0);
    }

    /** Returns the id of a connection or of a mail transaction; empty if the text has another form. */
    static Optional<TraceId> parse(String text) {
        return FORM.matcher(text).matches() ? Optional.of(of(text)) : Optional.empty();
    }

    @Override
    public String toString() {
        return part == 0 ? origin : origin + "-" + part;
    }
}
