package svc.push;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.api.push.PushStates;

/**
 * How far a client was told of its account; the id of an event (RFC 8620 §7.3) and {@code pushState} (RFC 8887
 * §4.3.5.1). Clients must not look into its text ({@code p1-3-2k-x1z}).
 *
 * @param account whose stream it was: another account's says nothing
 * @param epoch the store's epoch
 * @param sequence it was told up to here
 * @param types which types it saw there, in short: what became of one that was hidden was told to nobody
 */
record PushState(long account, long epoch, long sequence, long types) {

    private static final String NUMBER = "([0-9a-z]{1,13})";
    /** What stands before the rest that whoever wrote the text wants to find again. */
    static final char REST = '~';

    private static final Pattern TEXT = Pattern.compile("p" + NUMBER + ("-" + NUMBER).repeat(3) + "(?:" + REST
            + "[A-Za-z0-9:._~-]{1," + PushStates.LONGEST_REST + "})?");

    /** Reads one; empty when it is none of ours. */
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
                    number(matcher.group(4))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static long number(String text) {
        return Long.parseUnsignedLong(text, Character.MAX_RADIX);
    }

    /** Which types somebody sees, in short. */
    static long shown(Set<String> types) {
        return Integer.toUnsignedLong(types.hashCode());
    }

    /** The text with what else is to be found again; what is too long to be read again is left out. */
    String with(Optional<String> rest) {
        return rest.filter(more -> more.length() <= PushStates.LONGEST_REST)
                .map(more -> this + String.valueOf(REST) + more)
                .orElseGet(this::toString);
    }

    @Override
    public String toString() {
        return "p" + text(account) + "-" + text(epoch) + "-" + text(sequence) + "-" + text(types);
    }

    private static String text(long number) {
        return Long.toUnsignedString(number, Character.MAX_RADIX);
    }
}
