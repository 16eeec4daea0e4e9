package svc.admin;

import java.io.Serial;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
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
import org.jspecify.annotations.Nullable;
import svc.api.operation.Operations.Kind;

/** From a plain value, or the text of a flag, to what a record component holds. */
sealed interface Conversion {

    /** What the fronts need to know. */
    Kind kind();

    /** The words it may be; empty when it is free. */
    default List<String> choices() {
        return List.of();
    }

    /** The value for the component, or a {@link Mismatch} that says what it must be. */
    Object convert(Object given);

    /** A value that is not what it must be; the message is a clause: {@code must be a whole number}. */
    final class Mismatch extends RuntimeException {
        @Serial
        private static final long serialVersionUID = 1L;

        Mismatch(String message) {
            super(message, null, false, false);
        }

        String clause() {
            return String.valueOf(getMessage());
        }
    }

    /** The conversion for a component, by its type. */
    static Conversion of(RecordComponent component) {
        Class<?> type = component.getType();
        Type generic = component.getGenericType();
        if (type == String.class) {
            return new Text();
        } else if (type == boolean.class || type == Boolean.class) {
            return new Truth();
        } else if (type == int.class || type == Integer.class) {
            return new Whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else if (type == long.class || type == Long.class) {
            return new Whole(Long.MIN_VALUE, Long.MAX_VALUE);
        } else if (type == Path.class) {
            return new FilePath();
        } else if (type.isEnum()) {
            return new Choice(List.of(type.getEnumConstants()));
        } else if (type == List.class && holdsOnly(generic, String.class)) {
            return new Texts();
        } else if (type == Map.class && holdsOnly(generic, String.class, String.class)) {
            return new TextsByKey();
        }
        throw new BrokenDeclaration("its argument " + component.getName() + " is a " + generic.getTypeName()
                + ", which no front can offer");
    }

    private static boolean holdsOnly(Type type, Type... parts) {
        return type instanceof ParameterizedType p && Arrays.equals(p.getActualTypeArguments(), parts);
    }

    private static String text(@Nullable Object given) {
        if (given instanceof String text) {
            return text;
        }
        throw new Mismatch("must be a text");
    }

    record Text() implements Conversion {
        @Override
        public Kind kind() {
            return Kind.TEXT;
        }

        @Override
        public Object convert(Object given) {
            return text(given);
        }
    }

    record Truth() implements Conversion {
        @Override
        public Kind kind() {
            return Kind.TRUTH;
        }

        @Override
        public Object convert(Object given) {
            if (given instanceof Boolean || "true".equals(given) || "false".equals(given)) {
                return Boolean.valueOf(given.toString());
            }
            throw new Mismatch("must be true or false");
        }
    }

    record Whole(long least, long most) implements Conversion {
        @Override
        public Kind kind() {
            return Kind.NUMBER;
        }

        @Override
        public Object convert(Object given) {
            boolean whole = given instanceof Integer || given instanceof Long || given instanceof BigInteger;
            if (!whole && !(given instanceof String text && text.matches("-?[0-9]{1,30}"))) {
                throw new Mismatch("must be a whole number");
            }
            BigInteger number = new BigInteger(given.toString());
            if (number.compareTo(BigInteger.valueOf(least)) < 0 || number.compareTo(BigInteger.valueOf(most)) > 0) {
                throw new Mismatch("must be between " + least + " and " + most);
            }
            return most == Integer.MAX_VALUE ? (Object) number.intValueExact() : (Object) number.longValueExact();
        }
    }

    record FilePath() implements Conversion {
        @Override
        public Kind kind() {
            return Kind.FILE;
        }

        @Override
        public Object convert(Object given) {
            try {
                return Path.of(text(given));
            } catch (InvalidPathException e) {
                throw new Mismatch("must be the path of a file");
            }
        }
    }

    record Choice(List<?> constants) implements Conversion {
        @Override
        public Kind kind() {
            return Kind.TEXT;
        }

        @Override
        public List<String> choices() {
            return constants.stream().map(Choice::word).toList();
        }

        @Override
        public Object convert(Object given) {
            for (Object constant : constants) {
                if (word(constant).equals(given)) {
                    return constant;
                }
            }
            throw new Mismatch("must be one of " + String.join(", ", choices()));
        }

        private static String word(Object constant) {
            return ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    record Texts() implements Conversion {
        @Override
        public Kind kind() {
            return Kind.LIST;
        }

        @Override
        public Object convert(Object given) {
            List<String> texts = new ArrayList<>();
            for (Object one : given instanceof List<?> list ? list : List.of(given)) {
                if (!(one instanceof String text)) {
                    throw new Mismatch("must be a list of texts");
                }
                texts.add(text);
            }
            return List.copyOf(texts);
        }
    }

    record TextsByKey() implements Conversion {
        @Override
        public Kind kind() {
            return Kind.MAP;
        }

        @Override
        public Object convert(Object given) {
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
}
