package svc.json;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import java.io.IOException;
import java.io.Serial;
import java.time.DateTimeException;
import java.util.function.Function;

/** A value of the JDK from its text. */
final class TextReader<T> extends FromStringDeserializer<T> {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Function<String, T> reader;

    TextReader(Class<T> type, Function<String, T> reader) {
        super(type);
        this.reader = reader;
    }

    /** What {@code reader} throws becomes "has a value of the wrong type" with the member's name. */
    @Override
    protected T _deserialize(String text, DeserializationContext context) throws IOException {
        try {
            return reader.apply(text);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw context.weirdStringException(text, handledType(), "not in its form");
        }
    }
}
