package svc.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.type.ReferenceType;
import com.fasterxml.jackson.databind.type.TypeBindings;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.type.TypeModifier;
import java.io.IOException;
import java.io.Serial;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Maps types of the JDK to their text form, and {@link Optional} to its content. */
final class JdkTypesModule extends SimpleModule {

    @Serial
    private static final long serialVersionUID = 1L;

    JdkTypesModule() {
        super("svc.json");
        text(Instant.class, Instant::parse);
        text(Duration.class, Duration::parse);
        text(Path.class, Path::of);
        addSerializer(Optional.class, new OptionalWriter());
        addDeserializer(Optional.class, new OptionalReader(TypeFactory.unknownType()));
    }

    @Override
    public void setupModule(SetupContext context) {
        super.setupModule(context);
        context.addTypeModifier(new OptionalIsReference());
    }

    private <T> void text(Class<T> type, Function<String, T> reader) {
        addSerializer(type, ToStringSerializer.instance);
        addDeserializer(type, new TextReader<>(type, reader));
    }

    /** Declares {@link Optional} as a reference type, so that an empty {@code Optional} can be omitted. */
    private static final class OptionalIsReference extends TypeModifier {
        @Override
        public JavaType modifyType(
                JavaType type, Type declared, @Nullable TypeBindings bindings, @Nullable TypeFactory types) {
            return type.getRawClass() == Optional.class && !type.isReferenceType()
                    ? ReferenceType.upgradeFrom(type, type.containedTypeOrUnknown(0))
                    : type;
        }
    }

    /** Reads an {@code Optional}: its content, or empty for {@code null} and a missing member. */
    @SuppressWarnings("rawtypes") // the library registers deserializers by raw class
    private static final class OptionalReader extends StdDeserializer<Optional> implements ContextualDeserializer {

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

    /**
     * Writes the content of an {@code Optional}. In a list or a map, an empty {@code Optional} is written as
     * {@code null}.
     */
    @SuppressWarnings("rawtypes") // the library registers serializers by raw class
    private static final class OptionalWriter extends StdSerializer<Optional> {

        @Serial
        private static final long serialVersionUID = 1L;

        OptionalWriter() {
            super(Optional.class);
        }

        @Override
        public boolean isEmpty(SerializerProvider provider, Optional value) {
            return value.isEmpty();
        }

        @Override
        public void serialize(Optional value, JsonGenerator out, SerializerProvider provider) throws IOException {
            if (value.isPresent()) {
                provider.defaultSerializeValue(value.get(), out);
            } else {
                out.writeNull();
            }
        }
    }

    /** Reads a value of a JDK type from its text form. */
    private static final class TextReader<T> extends FromStringDeserializer<T> {

        @Serial
        private static final long serialVersionUID = 1L;

        private final transient Function<String, T> reader;

        TextReader(Class<T> type, Function<String, T> reader) {
            super(type);
            this.reader = reader;
        }

        /**
         * Reads the value with {@code reader}. If {@code reader} throws an exception, the error message says that the
         * member "has a value of the wrong type".
         */
        @Override
        protected T _deserialize(String text, DeserializationContext context) throws IOException {
            try {
                return reader.apply(text);
            } catch (IllegalArgumentException | DateTimeException e) {
                throw context.weirdStringException(text, handledType(), "not in its form");
            }
        }
    }
}
