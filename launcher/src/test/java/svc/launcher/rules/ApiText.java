package svc.launcher.rules;

import java.lang.reflect.AnnotatedArrayType;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.AnnotatedWildcardType;
import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Formats the parts of a signature, equally on every JDK, unlike the texts of reflection. */
final class ApiText {

    private static final int UNSAID = Modifier.PUBLIC
            | Modifier.TRANSIENT
            | Modifier.VOLATILE
            | Modifier.SYNCHRONIZED
            | Modifier.NATIVE
            | Modifier.STRICT;

    private ApiText() {}

    /** Returns the kind of a type. */
    static String head(Class<?> type) {
        String above = types(type.getAnnotatedInterfaces());
        AnnotatedType parent = type.getAnnotatedSuperclass();
        boolean plain = parent == null || parent.getType() == Object.class || type.isRecord() || type.isEnum();
        return modifiers(type.getModifiers() & ~(type.isInterface() ? Modifier.ABSTRACT : 0), Modifier.classModifiers())
                + (type.isSealed() ? "sealed " : "")
                + kind(type)
                + variables(type.getTypeParameters()).strip()
                + (type.isRecord() ? "(" + components(type.getRecordComponents()) + ")" : "")
                + (plain ? "" : " extends " + type(parent))
                + (above.isEmpty() || type.isAnnotation()
                        ? ""
                        : (type.isInterface() ? " extends " : " implements ") + above)
                + (type.isSealed() ? " permits " + permitted(type) : "");
    }

    private static String kind(Class<?> type) {
        if (type.isAnnotation()) {
            return "annotation";
        }
        if (type.isInterface()) {
            return "interface";
        }
        return type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
    }

    private static String components(RecordComponent[] components) {
        return Arrays.stream(components)
                .map(component -> type(component.getAnnotatedType()) + " " + component.getName())
                .collect(Collectors.joining(", "));
    }

    private static String permitted(Class<?> type) {
        return Arrays.stream(type.getPermittedSubclasses())
                .map(Class::getName)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    /** Returns the modifiers that matter to users, with a space at the end; {@code public} is omitted. */
    static String modifiers(int modifiers, int possible) {
        String text = Modifier.toString(modifiers & possible & ~UNSAID);
        return text.isEmpty() ? "" : text + " ";
    }

    /** Returns type parameters with their bounds and a space at the end. */
    static String variables(TypeVariable<?>[] variables) {
        if (variables.length == 0) {
            return "";
        }
        return Arrays.stream(variables)
                .map(variable -> variable.getName() + bounds(variable))
                .collect(Collectors.joining(", ", "<", "> "));
    }

    private static String bounds(TypeVariable<?> variable) {
        String text = Arrays.stream(variable.getAnnotatedBounds())
                .map(ApiText::type)
                .filter(bound -> !bound.equals("Object"))
                .collect(Collectors.joining(" & "));
        return text.isEmpty() ? "" : " extends " + text;
    }

    /** Returns several types, separated by commas. */
    static String types(AnnotatedType[] types) {
        return Arrays.stream(types).map(ApiText::type).collect(Collectors.joining(", "));
    }

    /** Returns a type with its arguments; {@code ?} at its end means nullable. */
    static String type(AnnotatedType annotated) {
        Type type = annotated.getType();
        String text;
        if (annotated instanceof AnnotatedParameterizedType parameterized) {
            text = name(type).replaceAll("<.*", "") + "<" + types(parameterized.getAnnotatedActualTypeArguments())
                    + ">";
        } else if (annotated instanceof AnnotatedArrayType array) {
            text = type(array.getAnnotatedGenericComponentType()) + "[]";
        } else if (annotated instanceof AnnotatedWildcardType wildcard) {
            String lower = types(wildcard.getAnnotatedLowerBounds());
            String upper = types(wildcard.getAnnotatedUpperBounds());
            text = !lower.isEmpty() ? "? super " + lower : upper.equals("Object") ? "?" : "? extends " + upper;
        } else {
            text = name(type);
        }
        return text + (annotated.isAnnotationPresent(Nullable.class) ? "?" : "");
    }

    private static String name(Type type) {
        return type.getTypeName().replaceAll("\\bjava\\.(lang|util)\\.(?=[A-Z])", "");
    }

    /** Returns a constant or the default of an annotation. */
    static String value(Object value) {
        if (value.getClass().isArray()) {
            return IntStream.range(0, Array.getLength(value))
                    .mapToObj(at -> value(Array.get(value, at)))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        if (value instanceof String text) {
            return "\"" + text.replace("\n", "\\n") + "\"";
        }
        return value instanceof Class<?> type ? type.getName() : value.toString();
    }
}
