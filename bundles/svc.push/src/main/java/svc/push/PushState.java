package svc.push;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.api.jmap.Sights.Seen;

/**
 * How far a client was told of everything that it can see; the id of an event (RFC 8620 §7.3) and {@code pushState} (RFC 8887
 * §4.3.5.1). Clients must not look into its text ({@code p1-3-2k-x1}).
 *
 * @param account whose stream it was: another account's says nothing
 * @param epoch the store's epoch
 * @param sequence the own account was told up to here
 * @param types which types it saw there, in short: what became of one that was hidden was told to nobody
 * @param others what stood in the accounts that others share, in short; 0 where there is none
 */
record PushState(long account, long epoch, long sequence, long types, long others) {

    private static final String NUMBER = "([0-9a-z]{1,13})";
    private static final Pattern TEXT =
            Pattern.compile("p" + NUMBER + ("-" + NUMBER).repeat(3) + "(?:-" + NUMBER + ")?");

    /** Reads one; empty when it is none of ours. */
    static Optional<PushState> parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            String others = matcher.group(5);
            return Optional.of(new PushState(
                    number(matcher.group(1)),
                    number(matcher.group(2)),
                    number(matcher.group(3)),
                    number(matcher.group(4)),
                    others == null ? 0 : number(others)));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static long number(String text) {
        return Long.parseUnsignedLong(text, Character.MAX_RADIX);
    }

    /** With what stands in the own account. */
    PushState own(Track.News news, Seen seen) {
        long shown = Integer.toUnsignedLong(seen.types().hashCode());
        return new PushState(account, news.epoch(), news.sequence(), shown, others);
    }

    /** With what stands in the others. */
    PushState with(long elsewhere) {
        return new PushState(account, epoch, sequence, types, elsewhere);
    }

    @Override
    public String toString() {
        String own = "p" + text(account) + "-" + text(epoch) + "-" + text(sequence) + "-" + text(types);
        return others == 0 ? own : own + "-" + text(others);
    }

    private static String text(long number) {
        return Long.toUnsignedString(number, Character.MAX_RADIX);
    }
}
