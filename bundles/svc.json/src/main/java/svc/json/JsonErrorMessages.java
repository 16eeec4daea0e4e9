package svc.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonException;

/**
 * Creates error messages. The messages name the place and never quote a value, because a value may be a password. The
 * library's own messages quote values.
 */
final class JsonErrorMessages {

    private static final int LONGEST_NAME = 60;

    private JsonErrorMessages() {}

    static JsonException at(long line, long column, String what) {
        return new JsonException("The JSON is wrong at line " + line + ", column " + column + ": " + what + ".");
    }

    static JsonException at(@Nullable JsonLocation place, String what) {
        return place == null
                ? new JsonException("The JSON is wrong: " + what + ".")
                : at(place.getLineNr(), place.getColumnNr(), what);
    }

    /** Describes a syntax error. */
    static JsonException unreadable(JacksonException e) {
        return at(e.getLocation(), cause(e));
    }

    private static String cause(JacksonException e) {
        String message = String.valueOf(e.getOriginalMessage());
        if (e instanceof StreamConstraintsException) {
            return message.contains("nesting depth") ? "it is nested too deeply" : "a number or a text is too long";
        }
        if (e instanceof JsonEOFException) {
            return "the text ends too early";
        }
        return message.startsWith("Duplicate") ? "a member is given twice" : "this is not JSON";
    }

    /** Describes a value that does not match a record. */
    static JsonException unfitting(JacksonException e) {
        if (e instanceof UnrecognizedPropertyException unknown) {
            return new JsonException("The member " + path(unknown) + " is unknown.");
        }
        if (e instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
            boolean missing = e instanceof InvalidNullException
                    || String.valueOf(e.getOriginalMessage()).startsWith("Missing");
            return new JsonException(
                    "The member " + path(mapping) + (missing ? " is missing." : " has a value of the wrong type."));
        }
        return new JsonException("The value has the wrong type.");
    }

    static IllegalArgumentException unwritable(JacksonException e) {
        return new IllegalArgumentException("this cannot be written as JSON: " + e.getOriginalMessage(), e);
    }

    private static String path(JsonMappingException e) {
        StringBuilder path = new StringBuilder();
        for (Reference step : e.getPath()) {
            String name = step.getFieldName();
            if (name == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(name);
            }
        }
        String plain = path.toString().replaceAll("\\p{Cntrl}", "?");
        return plain.length() <= LONGEST_NAME ? plain : plain.substring(0, LONGEST_NAME) + "…";
    }
}
