package svc.mail.out.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses TXT records with a version and fields, such as {@code v=STSv1; id=1} (RFC 8461 §3.1, RFC 8460 §3). */
public final class TaggedRecord {

    private static final Pattern FIELD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,31}=[\t -:<-~]+");

    private TaggedRecord() {}

    /**
     * Returns the fields of the only record with a version; of a repeated field, the first one. Records that do not
     * begin with the version are ignored. Empty if there is no such record or more than one, or if it is malformed.
     *
     * @param version the value of {@code v}
     */
    public static Optional<Map<String, String>> parse(List<String> texts, String version) {
        String begin = "v=" + version + ";";
        List<String> records =
                texts.stream().filter(text -> text.startsWith(begin)).toList();
        return records.size() == 1 ? fields(records.get(0).substring(begin.length())) : Optional.empty();
    }

    private static Optional<Map<String, String>> fields(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        String[] parts = text.split(";", -1);
        for (int i = 0; i < parts.length; i++) {
            String part = parts[i].strip();
            if (part.isEmpty() && i == parts.length - 1) {
                break; // the delimiter at the end
            } else if (!FIELD.matcher(part).matches()) {
                return Optional.empty();
            }
            int equals = part.indexOf('=');
            fields.putIfAbsent(part.substring(0, equals), part.substring(equals + 1));
        }
        return Optional.of(fields);
    }
}
