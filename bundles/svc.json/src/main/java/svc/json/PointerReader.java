package svc.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json.Match;

/** Follows a JSON pointer through a text and reads only the values that it selects. */
final class PointerReader {

    private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");

    private final List<String> steps;

    PointerReader(List<String> steps) {
        this.steps = steps;
    }

    /**
     * Applies the steps that begin at index {@code at} to the value that begins with the parser's current token.
     * Afterwards, the parser is positioned after this value.
     */
    Optional<Match> find(JsonParser parser, int at) throws IOException {
        if (at == steps.size()) {
            return Optional.of(new Match(PlainReader.value(parser)));
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

    private Optional<Match> member(JsonParser parser, int at) throws IOException {
        Optional<Match> found = Optional.empty();
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

    private Optional<Match> element(JsonParser parser, int at) throws IOException {
        String step = steps.get(at);
        if (!INDEX.matcher(step).matches()) {
            return Optional.empty();
        }
        int index = Integer.parseInt(step);
        Optional<Match> found = Optional.empty();
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

    /**
     * Applies the remaining steps to each element and joins the results in one list (RFC 8620 §3.7). Returns empty when
     * an element has no result.
     */
    private Optional<Match> each(JsonParser parser, int at) throws IOException {
        List<@Nullable Object> all = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            Optional<Match> one = find(parser, at + 1);
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
        return Optional.of(new Match(all));
    }
}
