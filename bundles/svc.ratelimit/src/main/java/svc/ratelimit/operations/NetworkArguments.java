package svc.ratelimit.operations;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.net.IpNetwork;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;

/** Validates the arguments of operations on networks. */
final class NetworkArguments {

    static final String HELP = "an address or a network, such as 203.0.113.7 or 2001:db8::/32";

    private static final int LONGEST_NOTE = 500;

    private NetworkArguments() {}

    /** Parses an address or network. Throws if the text is neither. */
    static IpNetwork network(String text) {
        return IpNetwork.parse(text.strip()).orElseThrow(() -> invalid("ip", "must be " + HELP));
    }

    /** Validates a note and returns it; empty if no note was given. */
    static Optional<String> note(@Nullable String note) {
        String text = note == null ? "" : note.strip();
        if (text.length() > LONGEST_NOTE || text.chars().anyMatch(Character::isISOControl)) {
            throw invalid("note", "must be a line of at most " + LONGEST_NOTE + " characters");
        }
        return note == null ? Optional.empty() : Optional.of(text);
    }

    static OperationException invalid(String field, String what) {
        return new OperationException(Reason.INVALID, field + " " + what + ".", List.of(new FieldError(field, what)));
    }

    static OperationException unknown(IpNetwork network, String list) {
        return new OperationException(
                Reason.NOT_FOUND, network + " is not in the list. See svc " + list + " list for its entries.");
    }
}
