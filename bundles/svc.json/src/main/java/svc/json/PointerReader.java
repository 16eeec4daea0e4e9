package svc.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json.Selected;

/** Follows a JSON pointer through a text and reads only what it leads to. */
final class PointerReader {

    private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");

    private final List<String> steps;

    PointerReader(List<String> steps) {
        this.steps = steps;
    }

    /** What the steps from {@code at} on find in the value that begins with the parser's token; the parser ends behind it. */
    Optional<Selected> find(JsonParser parser, int at) throws IOException {
        if (at == steps.size()) {
            return Optional.of(new Selected(PlainReader.value(parser)));
        }
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return member(parser, at);
        }
        if (token == JsonToken.START_ARRAY) {
            return steps.get(at).equals("*") ? each(parser, at) : element(parser, at);
        }
        return Optional.empty();
    }

    private Optional<Selected> member(JsonParser parser, int at) throws IOException {
        Optional<Selected> found = Optional.empty();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            boolean wanted = parser.currentName().equals(steps.get(at));
            parser.nextToken();
            if (wanted) {
                found = find(parser, at + 1);
                if (found.isEmpty()) {
                    return found;
                }
            } else {
                parser.skipChildren();
            }
        }
        return found;
    }

    private Optional<Selected> element(JsonParser parser, int at) throws IOException {
        String step = steps.get(at);
        if (!INDEX.matcher(step).matches()) {
            return Optional.empty();
        }
        int index = Integer.parseInt(step);
        Optional<Selected> found = Optional.empty();
        for (int i = 0; parser.nextToken() != JsonToken.END_ARRAY; i++) {
            if (i == index) {
                found = find(parser, at + 1);
                if (found.isEmpty()) {
                    return found;
                }
            } else {
                parser.skipChildren();
            }
        }
        return found;
    }

    /** RFC 8620 §3.7: what is found in each element, in one list; an element in which nothing is found spoils it all. */
    private Optional<Selected> each(JsonParser parser, int at) throws IOException {
        List<@Nullable Object> all = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Optional<Selected> one = find(parser, at + 1);
            if (one.isEmpty()) {
                return one;
            }
            Object value = one.get().value();
            if (value instanceof List<?> list) {
                all.addAll(list);
            } else {
                all.add(value);
            }
        }
        return Optional.of(new Selected(all));
    }
}
