package svc.mime;

/** A subject without what answering, forwarding and mailing lists put around it (RFC 5256 §2.1). */
public final class BaseSubject {

    /** What is longer is cut: nothing tells subjects apart so late. */
    private static final int MAX = 2_000;

    private final String text;
    private int from;
    private int end;

    private BaseSubject(String text) {
        this.text = text;
        this.end = text.length();
    }

    /** That of a subject in the Text form; in the case in which it is written. */
    public static String of(String subject) {
        String cut = subject.length() > MAX ? subject.substring(0, MAX) : subject;
        BaseSubject base = new BaseSubject(cut.strip().replaceAll("\\s+", " "));
        do {
            base.trailer();
            base.leaders();
        } while (base.forwarded());
        return base.text.substring(base.from, base.end);
    }

    /** Step 2: {@code (fwd)} at the end. */
    private void trailer() {
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

    /** Steps 3 to 5: {@code Re:}, {@code Fwd:} and what lists put in brackets. */
    private void leaders() {
        while (true) {
            int next = spaces(from);
            int leader = refwd(blobs(next));
            if (leader < 0) {
                int blob = blob(next);
                leader = blob > next && blob < end ? blob : next;
            }
            if (leader == from) {
                return;
            }
            from = leader;
        }
    }

    /** Step 6: {@code [fwd: …]} around it. */
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

    /** The place after {@code [text]} and the spaces behind it; the place itself when none begins there. */
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

    /** The place after {@code re:}, {@code fw:} or {@code fwd:}; -1 when none begins there. */
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
