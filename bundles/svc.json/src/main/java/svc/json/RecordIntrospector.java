package svc.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.NamingBase;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedClass;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import java.io.Serial;
import java.lang.annotation.Annotation;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json.Names;

/**
 * Derives the JSON form of a record: the names of its members, and which of them are optional. This class replaces the
 * annotations of the library, so that a record needs only JSpecify's {@code @Nullable}.
 */
final class RecordIntrospector extends NopAnnotationIntrospector {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Names names;

    RecordIntrospector(Names names) {
        this.names = names;
    }

    @Override
    public JsonInclude.Value findPropertyInclusion(Annotated annotated) {
        return annotated instanceof AnnotatedClass || annotated instanceof AnnotatedMember
                ? JsonInclude.Value.construct(JsonInclude.Include.NON_ABSENT, JsonInclude.Include.ALWAYS)
                : JsonInclude.Value.empty();
    }

    @Override
    public @Nullable Object findNamingStrategy(AnnotatedClass type) {
        return type.getRawType().isRecord() ? new Naming(names) : null;
    }

    /** Ignores methods that look like properties, because only the components of a record are members. */
    @Override
    public boolean hasIgnoreMarker(AnnotatedMember member) {
        Class<?> type = member.getDeclaringClass();
        return type.isRecord()
                && member instanceof AnnotatedMethod
                && Arrays.stream(type.getRecordComponents())
                        .noneMatch(c -> c.getName().equals(member.getName()));
    }

    @Override
    public @Nullable Boolean hasRequiredMarker(AnnotatedMember member) {
        return component(member).map(c -> !mayBeMissing(c)).orElse(null);
    }

    @Override
    public JsonSetter.Value findSetterInfo(Annotated annotated) {
        return annotated instanceof AnnotatedMember member
                        && component(member).filter(c -> !mayBeMissing(c)).isPresent()
                ? JsonSetter.Value.forValueNulls(Nulls.FAIL)
                : JsonSetter.Value.empty();
    }

    @Override
    public String[] findEnumValues(MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, String[] given) {
        return Arrays.stream(constants).map(RecordIntrospector::word).toArray(String[]::new);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Optional<RecordComponent> component(AnnotatedMember member) {
        Class<?> type = member.getDeclaringClass();
        if (!type.isRecord()) {
            return Optional.empty();
        }
        RecordComponent[] components = type.getRecordComponents();
        if (member instanceof AnnotatedParameter parameter) {
            return parameter.getIndex() < components.length
                    ? Optional.of(components[parameter.getIndex()])
                    : Optional.empty();
        }
        return Arrays.stream(components)
                .filter(c -> c.getName().equals(member.getName()))
                .findFirst();
    }

    private static boolean mayBeMissing(RecordComponent component) {
        return component.getType() == Optional.class
                || Arrays.stream(component.getAnnotatedType().getAnnotations())
                        .anyMatch(RecordIntrospector::saysNullable);
    }

    /** Compares the annotation by name, because a bundle may contain its own copy of the annotation. */
    private static boolean saysNullable(Annotation annotation) {
        return annotation.annotationType().getName().equals("org.jspecify.annotations.Nullable");
    }

    /** Translates the names of record components to member names. */
    private static final class Naming extends NamingBase {

        @Serial
        private static final long serialVersionUID = 1L;

        private final Names names;

        Naming(Names names) {
            this.names = names;
        }

        @Override
        public String translate(String component) {
            return names.of(component);
        }
    }
}
