package svc.mime;

/**
 * Computes the base subject: the subject without the prefixes and suffixes that replies, forwards and mailing lists add
 * (RFC 5256 §2.1).
 */
public final class BaseSubject {

    /** Longer subjects are truncated before they are compared. */
    private static final int MAX = 2_000;

    private final String text;
    private int from;
    private int end;

    private BaseSubject(String text) {
        this.text = text;
        this.end = text.length();
    }

    /** Returns the base subject of a subject in the Text form, with its case unchanged. */
    public static String of(String subject) {
        String limited = subject.length() > MAX ? subject.substring(0, MAX) : subject;
        BaseSubject base = new BaseSubject(limited.strip().replaceAll("\\s+", " "));
        do {
            base.removeTrailers();
            base.removeLeaders();
        } while (base.forwarded());
        return base.text.substring(base.from, base.end);
    }

    /** Step 2: removes {@code (fwd)} at the end. */
    private void removeTrailers() {
        while (true) {
            while (end > from && text.charAt(end - 1) == ' ') {
                end--;
            }
            if (end - from < 5 || !text.regionMatches(true, end - 5, "(fwd)", 0, 5)) {
                return;
            }
            end -= 5;
        }
    }

    /** Steps 3 to 5: removes {@code Re:}, {@code Fwd:} and list tags in brackets. */
    private void removeLeaders() {
        while (true) {
            int next = spaces(from);
            int afterLeader = refwd(blobs(next));
            if (afterLeader < 0) {
                int blob = blob(next);
                afterLeader = blob > next && blob < end ? blob : next;
            }
            if (afterLeader == from) {
                return;
            }
            from = afterLeader;
        }
    }

    /** Step 6: removes {@code [fwd: …]} around the subject. */
    private boolean forwarded() {
        if (end - from < 6 || !text.regionMatches(true, from, "[fwd:", 0, 5) || text.charAt(end - 1) != ']') {
            return false;
        }
        from += 5;
        end--;
        return true;
    }

    private int spaces(int place) {
        int at = place;
        while (at < end && text.charAt(at) == ' ') {
            at++;
        }
        return at;
    }

    private int blobs(int place) {
        int at = place;
        int next = blob(at);
        while (next > at) {
            at = next;
            next = blob(at);
        }
        return at;
    }

    /**
     * Returns the position after {@code [text]} and the spaces behind it; the given position if no such tag starts
     * there.
     */
    private int blob(int place) {
        if (place >= end || text.charAt(place) != '[') {
            return place;
        }
        int at = place + 1;
        while (at < end && text.charAt(at) != '[' && text.charAt(at) != ']') {
            at++;
        }
        return at < end && text.charAt(at) == ']' ? spaces(at + 1) : place;
    }

    /** Returns the position after {@code re:}, {@code fw:} or {@code fwd:}; -1 if none of them starts there. */
    private int refwd(int place) {
        int at;
        if (text.regionMatches(true, place, "re", 0, 2)) {
            at = place + 2;
        } else if (text.regionMatches(true, place, "fwd", 0, 3)) {
            at = place + 3;
        } else if (text.regionMatches(true, place, "fw", 0, 2)) {
            at = place + 2;
        } else {
            return -1;
        }
        at = blob(spaces(Math.min(at, end)));
        return at < end && text.charAt(at) == ':' ? at + 1 : -1;
    }
}
