package svc.json;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.core.util.Separators.Spacing;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.JsonException;

/**
 * A binding that uses a Jackson mapper, and converts the exceptions of Jackson to {@link JsonException}s with plain
 * messages.
 */
final class JacksonBinding implements Json.Binding {

    private final ObjectMapper mapper;
    private final ObjectWriter people;

    JacksonBinding(ObjectMapper mapper) {
        this.mapper = mapper;
        DefaultIndenter lines = new DefaultIndenter("  ", "\n");
        Separators separators = Separators.createDefaultInstance().withObjectFieldValueSpacing(Spacing.AFTER);
        this.people = mapper.writer(
                new DefaultPrettyPrinter(separators).withObjectIndenter(lines).withArrayIndenter(lines));
    }

    @Override
    public void write(@Nullable Object value, OutputStream out) {
        try {
            out.write(mapper.writeValueAsBytes(value));
        } catch (JacksonException e) {
            throw JsonErrorMessages.unwritable(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String text(@Nullable Object value) {
        try {
            return mapper.writeValueAsString(value);
        } catch (JacksonException e) {
            throw JsonErrorMessages.unwritable(e);
        }
    }

    @Override
    public String pretty(@Nullable Object value) {
        try {
            return people.writeValueAsString(value);
        } catch (JacksonException e) {
            throw JsonErrorMessages.unwritable(e);
        }
    }

    @Override
    public @Nullable Object read(InputStream in) {
        try {
            return read(StrictUtf8.decode(in.readNBytes(Json.MAX_BYTES + 1)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public @Nullable Object read(String text) {
        if (text.length() > Json.MAX_BYTES) {
            throw StrictUtf8.tooLong();
        }
        try (JsonParser parser = mapper.getFactory().createParser(text)) {
            return PlainReader.read(parser, Integer.MAX_VALUE);
        } catch (JacksonException e) {
            throw JsonErrorMessages.unreadable(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public @Nullable Object read(byte[] json, int values) {
        StrictUtf8.check(json);
        try (JsonParser parser = mapper.getFactory().createParser(json)) {
            return PlainReader.read(parser, values);
        } catch (JacksonException e) {
            throw JsonErrorMessages.unreadable(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public <T> T convert(@Nullable Object value, Class<T> type) {
        return type.cast(convert(value, (Type) type));
    }

    @Override
    public Object convert(@Nullable Object value, Type type) {
        if (value == null) {
            throw new JsonException("The value is missing.");
        }
        try (TokenBuffer tokens = new TokenBuffer(mapper, false)) {
            mapper.writeValue(tokens, value);
            try (JsonParser parser = tokens.asParserOnFirstToken()) {
                Object found = type == Object.class
                        ? PlainReader.value(parser)
                        : mapper.readValue(parser, mapper.constructType(type));
                return found == null ? "" : found;
            }
        } catch (JacksonException e) {
            throw JsonErrorMessages.unfitting(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
