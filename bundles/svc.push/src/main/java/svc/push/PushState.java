package svc.push;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.api.push.PushStateCodec;

/**
 * The position up to which a client received the changes of its account. It is used as the id of an event (RFC 8620
 * §7.3) and as the {@code pushState} of RFC 8887 §4.3.5.1. Its text is opaque to clients, such as {@code p1-3-2k-x1z}
 * without, and {@code p1-3-2k-x1z.4f} with states of shared accounts.
 *
 * @param account the number of the account; a state of another account is not accepted
 * @param epoch the store's epoch
 * @param sequence the sequence number up to which changes were sent
 * @param types the hash of the types that the client could read; changes of other types were not sent
 * @param shared the hash of the states of shared accounts that were sent; 0 for none
 */
record PushState(long account, long epoch, long sequence, long types, long shared) {

    private static final String NUMBER = "([0-9a-z]{1,13})";
    /**
     * The character before the continuation, which is the text that another bundle appends ({@link PushStateCodec}).
     */
    static final char REST = '~';

    private static final Pattern TEXT =
            Pattern.compile("p" + NUMBER + ("-" + NUMBER).repeat(3) + "(?:\\." + NUMBER + ")?"
                    + "(?:" + REST
                    + "[A-Za-z0-9:._~-]{1," + PushStateCodec.LONGEST_CONTINUATION + "})?");

    /** Creates a push state without states of shared accounts. */
    PushState(long account, long epoch, long sequence, long types) {
        this(account, epoch, sequence, types, 0);
    }

    /** Returns a copy with another hash of the states of shared accounts. */
    PushState withShared(long hash) {
        return new PushState(account, epoch, sequence, types, hash);
    }

    /** Parses a push state; empty for any other text. */
    static Optional<PushState> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new PushState(
                    number(matcher.group(1)),
                    number(matcher.group(2)),
                    number(matcher.group(3)),
                    number(matcher.group(4)),
                    matcher.group(5) == null ? 0 : number(matcher.group(5))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static long number(String text) {
        return Long.parseUnsignedLong(text, Character.MAX_RADIX);
    }

    /** Returns the hash of the visible types. */
    static long typesHash(Set<String> types) {
        return Integer.toUnsignedLong(types.hashCode());
    }

    /**
     * Returns the text with a continuation. A continuation is omitted if it is so long that {@link #parse} would reject
     * the text.
     */
    String with(Optional<String> rest) {
        return rest.filter(more -> more.length() <= PushStateCodec.LONGEST_CONTINUATION)
                .map(more -> this + String.valueOf(REST) + more)
                .orElseGet(this::toString);
    }

    @Override
    public String toString() {
        return "p" + text(account) + "-" + text(epoch) + "-" + text(sequence) + "-" + text(types)
                + (shared == 0 ? "" : "." + text(shared));
    }

    private static String text(long number) {
        return Long.toUnsignedString(number, Character.MAX_RADIX);
    }
}
