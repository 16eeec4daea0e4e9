package svc.cap.mail;

import java.util.Locale;

/** The subject of a message without what programs put around it when people answer and forward (RFC 5256 §2.1). */
final class BaseSubject {

    /** Nobody reads further, and the rules must not take long on what was made to take long. */
    private static final int LONGEST = 1000;

    private final String text;
    private int from;
    private int to;

    private BaseSubject(String text) {
        this.text = text;
        this.to = text.length();
    }

    /** The base subject of a decoded subject. */
    static String of(String subject) {
        BaseSubject base = new BaseSubject(spaced(subject));
        do {
            base.dropTrailers();
            base.dropLeaders();
        } while (base.unwrapForward());
        return base.text.substring(base.from, base.to);
    }

    /** What of a base subject is compared when threads are put together (RFC 8621 §3): white space and case do not count. */
    static String key(String base) {
        return base.replaceAll("\\s+", "").toLowerCase(Locale.ROOT);
    }

    /** Step 1: white space is one space. */
    private static String spaced(String subject) {
        String cut = subject.length() > LONGEST ? subject.substring(0, LONGEST) : subject;
        return cut.replaceAll("\\s+", " ");
    }

    /** Step 2. */
    private void dropTrailers() {
        boolean dropped = true;
        while (dropped) {
            dropped = false;
            if (from < to && text.charAt(to - 1) == ' ') {
                to--;
                dropped = true;
            } else if (to - from >= 5 && text.regionMatches(true, to - 5, "(fwd)", 0, 5)) {
                to -= 5;
                dropped = true;
            }
        }
    }

    /** Steps 3 to 5. */
    private void dropLeaders() {
        boolean dropped = true;
        while (dropped) {
            int next = leader(from);
            if (next == from) {
                int blob = blob(from);
                next = blob < to ? blob : from; // a blob that is all there is stays
            }
            dropped = next > from;
            from = next;
        }
    }

    /** Step 6. */
    private boolean unwrapForward() {
        boolean wrapped = to - from >= 6 && text.regionMatches(true, from, "[fwd:", 0, 5) && text.charAt(to - 1) == ']';
        if (wrapped) {
            from += 5;
            to--;
        }
        return wrapped;
    }

    /** Where a subj-leader that begins here ends; the same place when there is none. */
    private int leader(int at) {
        if (at < to && text.charAt(at) == ' ') {
            return at + 1;
        }
        int i = at;
        for (int next = blob(i); next > i; next = blob(i)) {
            i = next;
        }
        int word = word(i);
        if (word == i) {
            return at;
        }
        i = blob(spaces(word));
        return i < to && text.charAt(i) == ':' ? i + 1 : at;
    }

    private int word(int at) {
        for (String word : new String[] {"re", "fwd", "fw"}) {
            if (to - at >= word.length() && text.regionMatches(true, at, word, 0, word.length())) {
                return at + word.length();
            }
        }
        return at;
    }

    /** Where a subj-blob that begins here ends; the same place when there is none. */
    private int blob(int at) {
        if (at >= to || text.charAt(at) != '[') {
            return at;
        }
        int i = at + 1;
        while (i < to && text.charAt(i) != ']' && text.charAt(i) != '[') {
            i++;
        }
        return i < to && text.charAt(i) == ']' ? spaces(i + 1) : at;
    }

    private int spaces(int at) {
        int i = at;
        while (i < to && text.charAt(i) == ' ') {
            i++;
        }
        return i;
    }
}
