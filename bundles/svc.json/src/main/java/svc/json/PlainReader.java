package svc.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonException;

/** Reads plain values from tokens. The parser rejects duplicate keys and excessive depth. */
final class PlainReader {

    private final JsonParser parser;
    private int left;

    private PlainReader(JsonParser parser, int values) {
        this.parser = parser;
        this.left = values;
    }

    /**
     * Reads a complete text: one value that consists of at most {@code values} values in total, with nothing after it.
     */
    static @Nullable Object read(JsonParser parser, int values) throws IOException {
        if (parser.nextToken() == null) {
            throw JsonErrorMessages.at(parser.currentLocation(), "the text is empty");
        }
        Object value = new PlainReader(parser, values).value();
        if (parser.nextToken() != null) {
            throw JsonErrorMessages.at(parser.currentTokenLocation(), "there is more text after the end of the value");
        }
        return value;
    }

    /** Reads the value that begins with the parser's current token. */
    static @Nullable Object value(JsonParser parser) throws IOException {
        return new PlainReader(parser, Integer.MAX_VALUE).value();
    }

    private @Nullable Object value() throws IOException {
        if (--left < 0) {
            throw JsonException.limitExceeded("The JSON holds too many values.");
        }
        JsonToken token = parser.currentToken();
        return switch (token) {
            case START_OBJECT -> map();
            case START_ARRAY -> list();
            case VALUE_STRING -> sound(parser.getText());
            case VALUE_NUMBER_INT -> parser.getNumberValue();
            case VALUE_NUMBER_FLOAT -> finite();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NULL -> null;
            case VALUE_EMBEDDED_OBJECT -> String.valueOf(parser.getEmbeddedObject());
            default -> throw JsonErrorMessages.at(parser.currentTokenLocation(), "a value was expected");
        };
    }

    private Map<String, @Nullable Object> map() throws IOException {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = sound(parser.currentName());
            parser.nextToken();
            map.put(name, value());
        }
        return map;
    }

    private List<@Nullable Object> list() throws IOException {
        List<@Nullable Object> list = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            list.add(value());
        }
        return list;
    }

    private Number finite() throws IOException {
        double number = parser.getDoubleValue();
        if (!Double.isFinite(number)) {
            throw JsonErrorMessages.at(parser.currentTokenLocation(), "the number is too large");
        }
        return number;
    }

    /** Rejects a text with unpaired surrogates (RFC 7493 §2.1). */
    private String sound(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    throw JsonErrorMessages.at(parser.currentTokenLocation(), "a text has an unpaired surrogate");
                }
                i++;
            }
        }
        return text;
    }
}
