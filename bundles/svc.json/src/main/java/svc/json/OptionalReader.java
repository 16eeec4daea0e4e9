package svc.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import java.io.IOException;
import java.io.Serial;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the content; missing and {@code null} are empty. */
@SuppressWarnings("rawtypes") // the library registers by the raw class
final class OptionalReader extends StdDeserializer<Optional> implements ContextualDeserializer {

    @Serial
    private static final long serialVersionUID = 1L;

    private final JavaType content;

    OptionalReader(JavaType content) {
        super(Optional.class);
        this.content = content;
    }

    @Override
    public JsonDeserializer<?> createContextual(DeserializationContext context, @Nullable BeanProperty property) {
        JavaType type = context.getContextualType();
        return new OptionalReader(
                type == null || type.getReferencedType() == null
                        ? TypeFactory.unknownType()
                        : type.getReferencedType());
    }

    @Override
    public Optional deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        return Optional.ofNullable(context.readValue(parser, content));
    }

    @Override
    public Optional getNullValue(DeserializationContext context) {
        return Optional.empty();
    }

    @Override
    public Object getAbsentValue(DeserializationContext context) {
        return Optional.empty();
    }
}
