package svc.admin.operations;

import java.io.Serial;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.api.operation.Operations.Kind;

/**
 * Converts a plain JSON value, or the text of a flag, to the type of an argument.
 *
 * @param kind the kind of value for REST and command line
 * @param choices the permitted words; empty if the value is free
 * @param conversion the conversion; throws {@link Mismatch} for an invalid value
 */
record Conversion(Kind kind, List<String> choices, Function<Object, Object> conversion) {

    /** Thrown for an invalid value. The message is a clause: {@code must be a whole number}. */
    static final class Mismatch extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1L;

        Mismatch(String message) {
            super(message, null, false, false);
        }

        String clause() {
            return String.valueOf(getMessage());
        }
    }

    private Conversion(Kind kind, Function<Object, Object> conversion) {
        this(kind, List.of(), conversion);
    }

    /** Returns the conversion for the type of an argument. */
    static Conversion of(String name, Class<?> type, Type generic, Json.Binding binding) {
        if (type == String.class) {
            return new Conversion(Kind.TEXT, Conversion::text);
        } else if (type == boolean.class || type == Boolean.class) {
            return new Conversion(Kind.BOOLEAN, Conversion::truth);
        } else if (type == int.class || type == Integer.class) {
            return new Conversion(
                    Kind.NUMBER,
                    given -> whole(given, Integer.MIN_VALUE, Integer.MAX_VALUE).intValueExact());
        } else if (type == long.class || type == Long.class) {
            return new Conversion(
                    Kind.NUMBER,
                    given -> whole(given, Long.MIN_VALUE, Long.MAX_VALUE).longValueExact());
        } else if (type == Path.class) {
            return new Conversion(Kind.FILE, Conversion::path);
        } else if (type.isEnum()) {
            return choice(List.of(type.getEnumConstants()));
        } else if (type == List.class && holdsOnly(generic, String.class)) {
            return new Conversion(Kind.LIST, Conversion::texts);
        } else if (type == Map.class && holdsOnly(generic, String.class, String.class)) {
            return new Conversion(Kind.MAP, Conversion::textsByKey);
        } else if (type == Map.class && holdsOnly(generic, String.class, Object.class)) {
            return new Conversion(Kind.VALUES, Conversion::valuesByKey);
        } else if (type == List.class && holdsOnly(generic, Object.class)) {
            return new Conversion(Kind.RECORDS, given -> plain(given, binding));
        } else if (type == List.class && holdsRecords(generic)) {
            return new Conversion(Kind.RECORDS, given -> records(given, generic, binding));
        }
        throw new InvalidOperationException(
                "its argument " + name + " is a " + generic.getTypeName() + ", a type that is not allowed");
    }

    private static boolean holdsOnly(Type type, Type... parts) {
        return type instanceof ParameterizedType p && Arrays.equals(p.getActualTypeArguments(), parts);
    }

    private static boolean holdsRecords(Type type) {
        return type instanceof ParameterizedType p
                && p.getActualTypeArguments()[0] instanceof Class<?> part
                && part.isRecord();
    }

    Object convert(Object given) {
        return conversion.apply(given);
    }

    private static String text(@Nullable Object given) {
        if (given instanceof String text) {
            return text;
        }
        throw new Mismatch("must be a text");
    }

    private static Boolean truth(Object given) {
        if (given instanceof Boolean || "true".equals(given) || "false".equals(given)) {
            return Boolean.valueOf(given.toString());
        }
        throw new Mismatch("must be true or false");
    }

    private static BigInteger whole(Object given, long least, long most) {
        boolean whole = given instanceof Integer || given instanceof Long || given instanceof BigInteger;
        if (!whole && !(given instanceof String text && text.matches("-?[0-9]{1,30}"))) {
            throw new Mismatch("must be a whole number");
        }
        BigInteger number = new BigInteger(given.toString());
        if (number.compareTo(BigInteger.valueOf(least)) < 0 || number.compareTo(BigInteger.valueOf(most)) > 0) {
            throw new Mismatch("must be between " + least + " and " + most);
        }
        return number;
    }

    private static Path path(Object given) {
        try {
            return Path.of(text(given));
        } catch (InvalidPathException e) {
            throw new Mismatch("must be the path of a file");
        }
    }

    private static Conversion choice(List<?> constants) {
        Map<Object, Object> byWord = new LinkedHashMap<>();
        constants.forEach(constant -> byWord.put(word(constant), constant));
        List<String> words = byWord.keySet().stream().map(String::valueOf).toList();
        return new Conversion(Kind.TEXT, words, given -> {
            Object constant = byWord.get(given);
            if (constant == null) {
                throw new Mismatch("must be one of " + String.join(", ", words));
            }
            return constant;
        });
    }

    private static String word(Object constant) {
        return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static List<String> texts(Object given) {
        List<String> texts = new ArrayList<>();
        for (Object one : given instanceof List<?> list ? list : List.of(given)) {
            if (!(one instanceof String text)) {
                throw new Mismatch("must be a list of texts");
            }
            texts.add(text);
        }
        return List.copyOf(texts);
    }

    private static Object records(Object given, Type type, Json.Binding binding) {
        List<?> plain = plain(given, binding);
        try {
            return binding.convert(plain, type);
        } catch (JsonException e) {
            throw new Mismatch("cannot be read: " + e.getMessage());
        }
    }

    /** Returns the value as a list of objects. The command line passes the list as JSON text, which is parsed. */
    private static List<?> plain(Object given, Json.Binding binding) {
        try {
            if ((given instanceof String text ? binding.read(text) : given) instanceof List<?> list) {
                return list;
            }
        } catch (JsonException e) {
            throw new Mismatch("cannot be read: " + e.getMessage());
        }
        throw new Mismatch("must be a list of objects");
    }

    private static Map<?, ?> valuesByKey(Object given) {
        if (given instanceof Map<?, ?> map) {
            return map;
        }
        throw new Mismatch("must be values by their keys");
    }

    private static Map<String, String> textsByKey(Object given) {
        if (!(given instanceof Map<?, ?> map)) {
            throw new Mismatch("must be texts by their keys");
        }
        Map<String, String> texts = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            if (value instanceof Map || value instanceof List || value == null) {
                throw new Mismatch("must be texts by their keys");
            }
            texts.put(String.valueOf(key), value.toString());
        });
        return Collections.unmodifiableMap(texts);
    }
}
