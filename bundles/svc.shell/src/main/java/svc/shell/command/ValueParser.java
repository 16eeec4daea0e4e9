package svc.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values on a command line that look like what they are: {@code 5}, {@code true}, {@code null}, {@code [a, b]}; else a text. */
final class Values {

    private static final Pattern LIST = Pattern.compile("\\[(.*)]");
    private static final Pattern WHOLE = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern QUOTED = Pattern.compile("\"(.*)\"");

    private Values() {}

    static @Nullable Object of(String text) {
        Matcher list = LIST.matcher(text);
        if (list.matches()) {
            List<@Nullable Object> values = new ArrayList<>();
            for (String part : list.group(1).split(",", -1)) {
                if (!part.isBlank()) {
                    values.add(of(part.strip()));
                }
            }
            return values;
        }
        return single(text);
    }

    private static @Nullable Object single(String text) {
        Matcher quoted = QUOTED.matcher(text);
        if (quoted.matches()) {
            return quoted.group(1);
        } else if (WHOLE.matcher(text).matches()) {
            return Long.valueOf(text);
        } else if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        return text.equals("null") ? null : text;
    }
}
