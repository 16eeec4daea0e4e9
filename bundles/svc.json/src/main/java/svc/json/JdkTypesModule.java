package svc.json;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.type.ReferenceType;
import com.fasterxml.jackson.databind.type.TypeBindings;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.type.TypeModifier;
import java.io.Serial;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Types of the JDK that are written as their text, and {@link Optional}, which is its content or nothing. */
final class PlainTexts extends SimpleModule {

    @Serial
    private static final long serialVersionUID = 1L;

    PlainTexts() {
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

    /** Tells the library that {@link Optional} holds another value; then an empty one can be left out. */
    private static final class OptionalIsReference extends TypeModifier {
        @Override
        public JavaType modifyType(
                JavaType type, Type declared, @Nullable TypeBindings bindings, @Nullable TypeFactory types) {
            return type.getRawClass() == Optional.class && !type.isReferenceType()
                    ? ReferenceType.upgradeFrom(type, type.containedTypeOrUnknown(0))
                    : type;
        }
    }
}
