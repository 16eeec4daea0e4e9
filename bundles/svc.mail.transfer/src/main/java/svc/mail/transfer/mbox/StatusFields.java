package svc.mail.transfer.mbox;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import svc.mail.transfer.format.Keywords;

/**
 * The header fields in which mail programs store flags in an mbox file: {@code Status}, {@code X-Status} and
 * {@code X-Keywords}.
 */
final class StatusFields {

    private final Set<String> keywords = new TreeSet<>();

    /** Reads a header line. A line of another field is ignored. */
    void line(String line) {
        int colon = line.indexOf(':');
        if (colon < 0) {
            return;
        }
        String value = line.substring(colon + 1).strip();
        switch (line.substring(0, colon).strip().toLowerCase(Locale.ROOT)) {
            case "status" -> flag(value, 'R', Keywords.SEEN);
            case "x-status" -> {
                flag(value, 'A', Keywords.ANSWERED);
                flag(value, 'F', Keywords.FLAGGED);
                flag(value, 'T', Keywords.DRAFT);
            }
            case "x-keywords" -> keywords.addAll(Keywords.valid(List.of(value.split("[ ,\\t]+", -1))));
            default -> { // not a flag field
                return;
            }
        }
    }

    private void flag(String value, char letter, String keyword) {
        if (value.indexOf(letter) >= 0) {
            keywords.add(keyword);
        }
    }

    Set<String> keywords() {
        return keywords;
    }

    /** Returns the three fields for the keywords. */
    static String write(Set<String> keywords) {
        Set<String> others = new TreeSet<>(keywords);
        others.removeAll(Set.of(Keywords.SEEN, Keywords.ANSWERED, Keywords.FLAGGED, Keywords.DRAFT, Keywords.DELETED));
        String status = (keywords.contains(Keywords.ANSWERED) ? "A" : "")
                + (keywords.contains(Keywords.FLAGGED) ? "F" : "")
                + (keywords.contains(Keywords.DRAFT) ? "T" : "")
                + (keywords.contains(Keywords.DELETED) ? "D" : ""); // an import ignores it
        return "Status: " + (keywords.contains(Keywords.SEEN) ? "RO" : "O")
                + "\nX-Status: " + status
                + "\nX-Keywords: " + String.join(" ", others) + "\n";
    }
}
