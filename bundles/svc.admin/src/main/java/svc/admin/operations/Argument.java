package svc.admin;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.admin.Conversion.Mismatch;
import svc.api.json.Json;
import svc.api.json.Json.Names;
import svc.api.operation.Default;
import svc.api.operation.Help;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Parameter;
import svc.api.operation.Positional;
import svc.api.operation.Secret;
import svc.api.operation.Singular;

/**
 * One component of the record of arguments.
 *
 * @param parameter what the fronts see
 * @param conversion how a value becomes what the component holds
 * @param absent the component's value when it is left out
 */
record Argument(
        Parameter parameter,
        Conversion conversion,
        @Nullable Object absent) {

    static Argument of(RecordComponent component, Json.Binding binding) {
        Conversion conversion = Conversion.of(component, binding);
        String name = Names.SNAKE.of(component.getName());
        Optional<String> standard =
                Optional.ofNullable(component.getAnnotation(Default.class)).map(Default::value);
        Object absent = absent(component, conversion, standard);
        boolean required = absent == null && !nullable(component);
        Help help = component.getAnnotation(Help.class);
        return new Argument(
                new Parameter(
                        name,
                        flag(component, name, conversion.kind()),
                        conversion.kind(),
                        required,
                        component.isAnnotationPresent(Positional.class),
                        component.isAnnotationPresent(Secret.class),
                        standard,
                        conversion.choices(),
                        help == null ? "" : help.value()),
                conversion,
                absent);
    }

    private static @Nullable Object absent(
            RecordComponent component, Conversion conversion, Optional<String> standard) {
        if (standard.isPresent()) {
            try {
                return conversion.convert(standard.get());
            } catch (Mismatch e) {
                throw new BrokenDeclaration("the default of its argument " + component.getName() + " " + e.clause());
            }
        }
        if (nullable(component)) {
            return null;
        }
        return switch (conversion.kind()) {
            case LIST, RECORDS -> List.of();
            case MAP, VALUES -> Map.of();
            case TRUTH -> false;
            case TEXT, NUMBER, FILE -> null;
        };
    }

    private static String flag(RecordComponent component, String name, Kind kind) {
        Singular singular = component.getAnnotation(Singular.class);
        String word = singular != null ? singular.value() : kind == Kind.LIST ? Words.singular(name) : name;
        return word.replace('_', '-');
    }

    /** By name: a bundle may carry its own copy of the annotation. */
    private static boolean nullable(RecordComponent component) {
        return Arrays.stream(component.getAnnotatedType().getAnnotations())
                .anyMatch(a -> a.annotationType().getName().equals("org.jspecify.annotations.Nullable"));
    }
}
