package svc.mail.domains.publish;

import java.util.List;

/**
 * A line of the zone of a domain, and what DNS has instead.
 *
 * @param name the name of the record without the dot at the end
 * @param type the type of the record
 * @param value the value as the zone file contains it
 * @param status the result of the comparison with DNS
 * @param found what DNS has at the name, if that is something else
 */
record ZoneLine(String name, String type, String value, Status status, List<String> found) {

    /** The longest string of a TXT record (RFC 1035 §3.3). */
    private static final int LONGEST = 255;

    /** The result of a comparison with DNS. */
    enum Status {
        /** DNS has the record, or another one that serves as well. */
        OK,
        /** DNS has no such record. */
        MISSING,
        /** DNS has another record. */
        DIFFERS,
        /** The lookup failed. */
        UNKNOWN
    }

    /** Returns the value of a TXT record: strings in quotation marks, which DNS clients join. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder();
        for (int at = 0; at < text.length(); at += LONGEST) {
            quoted.append(at == 0 ? "\"" : " \"")
                    .append(text.substring(at, Math.min(at + LONGEST, text.length()))
                            .replace("\\", "\\\\")
                            .replace("\"", "\\\""))
                    .append('"');
        }
        return quoted.toString();
    }

    boolean isProblem() {
        return status == Status.MISSING || status == Status.DIFFERS;
    }

    /** Returns the line as a zone file contains it. */
    String text() {
        return name + ". IN " + type + " " + value;
    }
}
