package svc.mail.transfer;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The header fields in which mail programs keep flags in an mbox file: {@code Status}, {@code X-Status} and {@code X-Keywords}.
 */
final class StatusFields {

    private final Set<String> words = new TreeSet<>();

    /** Takes a line of a header; what is none of these fields says nothing. */
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
            case "x-keywords" -> words.addAll(Keywords.valid(List.of(value.split("[ ,\\t]+", -1))));
            default -> { // a field of the message
                return;
            }
        }
    }

    private void flag(String value, char letter, String word) {
        if (value.indexOf(letter) >= 0) {
            words.add(word);
        }
    }

    /** What they said. */
    Set<String> words() {
        return words;
    }

    /** The three fields for keywords. */
    static String write(Set<String> words) {
        Set<String> others = new TreeSet<>(words);
        others.removeAll(Set.of(Keywords.SEEN, Keywords.ANSWERED, Keywords.FLAGGED, Keywords.DRAFT));
        String status = (words.contains(Keywords.ANSWERED) ? "A" : "")
                + (words.contains(Keywords.FLAGGED) ? "F" : "")
                + (words.contains(Keywords.DRAFT) ? "T" : "");
        return "Status: " + (words.contains(Keywords.SEEN) ? "RO" : "O")
                + "\nX-Status: " + status
                + "\nX-Keywords: " + String.join(" ", others) + "\n";
    }
}
