package svc.admin.operations;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.admin.operations.Conversion.Mismatch;
import svc.api.json.Json;
import svc.api.json.Json.Names;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Named;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Parameter;
import svc.api.operation.Positional;
import svc.api.operation.Secret;
import svc.api.operation.Singular;

/**
 * One argument of an operation: a parameter of its method, or a component of its argument record.
 *
 * @param parameter the declaration for REST and command line
 * @param conversion converts a given value to the type of the argument
 * @param absent the value if the argument is absent
 */
record Argument(
        Parameter parameter,
        Conversion conversion,
        @Nullable Object absent) {

    /** The declaration of an argument in the class file. */
    private record Source(
            String name, Class<?> type, Type generic, AnnotatedType annotatedType, AnnotatedElement element) {

        /**
         * Returns whether the argument may be null. The annotation is compared by name, because a bundle may contain
         * its own copy of the annotation.
         */
        boolean nullable() {
            return Arrays.stream(annotatedType.getAnnotations())
                    .anyMatch(a -> a.annotationType().getName().equals("org.jspecify.annotations.Nullable"));
        }
    }

    static Argument of(RecordComponent component, Json.Binding binding) {
        return of(
                new Source(
                        component.getName(),
                        component.getType(),
                        component.getGenericType(),
                        component.getAnnotatedType(),
                        component),
                binding);
    }

    static Argument of(java.lang.reflect.Parameter parameter, Json.Binding binding) {
        return of(
                new Source(
                        parameter.getName(),
                        parameter.getType(),
                        parameter.getParameterizedType(),
                        parameter.getAnnotatedType(),
                        parameter),
                binding);
    }

    private static Argument of(Source source, Json.Binding binding) {
        Conversion conversion = Conversion.of(source.name(), source.type(), source.generic(), binding);
        AnnotatedElement element = source.element();
        Named named = element.getAnnotation(Named.class);
        String name = named == null ? Names.SNAKE_CASE.of(source.name()) : named.value();
        Optional<String> standard =
                Optional.ofNullable(element.getAnnotation(Default.class)).map(Default::value);
        Object absent = absent(source, conversion, standard);
        boolean required = absent == null && !source.nullable();
        Help help = element.getAnnotation(Help.class);
        return new Argument(
                new Parameter(
                        name,
                        flag(element, name, conversion.kind()),
                        conversion.kind(),
                        required,
                        element.isAnnotationPresent(Positional.class),
                        element.isAnnotationPresent(Secret.class),
                        standard.filter(value -> !value.isEmpty()),
                        conversion.choices(),
                        help == null ? "" : help.value()),
                conversion,
                absent);
    }

    private static @Nullable Object absent(Source source, Conversion conversion, Optional<String> standard) {
        if (standard.isPresent()) {
            try {
                return conversion.convert(standard.get());
            } catch (Mismatch e) {
                throw new InvalidOperationException("the default of its argument " + source.name() + " " + e.clause());
            }
        }
        if (source.nullable()) {
            return null;
        }
        return switch (conversion.kind()) {
            case LIST, RECORDS -> List.of();
            case MAP, VALUES -> Map.of();
            case BOOLEAN -> false;
            case TEXT, NUMBER, FILE -> null;
        };
    }

    private static String flag(AnnotatedElement element, String name, Kind kind) {
        Singular singular = element.getAnnotation(Singular.class);
        String word = singular != null ? singular.value() : kind == Kind.LIST ? SimilarWords.singular(name) : name;
        return word.replace('_', '-');
    }
}
