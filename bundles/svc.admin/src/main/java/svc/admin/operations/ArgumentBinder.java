package svc.admin;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.admin.Conversion.Mismatch;
import svc.api.json.Json;
import svc.api.operation.OperationProblem;
import svc.api.operation.OperationProblem.FieldError;
import svc.api.operation.OperationProblem.Reason;
import svc.api.operation.Operations.Parameter;

/** The arguments of an operation as its record declares them, and the one place where given values become that record. */
final class Signature<A extends Record> {

    private final Constructor<A> constructor;
    private final List<Argument> arguments;

    Signature(Class<A> type, Json.Binding binding) {
        if (!type.isRecord()) {
            throw new BrokenDeclaration("its arguments are no record");
        }
        RecordComponent[] components = type.getRecordComponents();
        try {
            constructor = type.getDeclaredConstructor(
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
            constructor.setAccessible(true); // a bundle's record is not public
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record without its constructor", e);
        }
        arguments = Arrays.stream(components)
                .map(component -> Argument.of(component, binding))
                .toList();
    }

    List<Parameter> parameters() {
        return arguments.stream().map(Argument::parameter).toList();
    }

    /** The record; everything that is wrong is told at once. */
    A bind(Map<String, Object> given) {
        List<FieldError> errors = new ArrayList<>();
        List<String> names = arguments.stream().map(a -> a.parameter().name()).toList();
        given.keySet().stream()
                .filter(name -> !names.contains(name))
                .forEach(name -> errors.add(new FieldError(name, unknown(name, names))));
        @Nullable Object[] values = new @Nullable Object[arguments.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(arguments.get(i), given, errors);
        }
        if (!errors.isEmpty()) {
            throw new OperationProblem(Reason.INVALID, detail(errors), errors);
        }
        return make(values);
    }

    private static @Nullable Object value(Argument argument, Map<String, Object> given, List<FieldError> errors) {
        String name = argument.parameter().name();
        Object value = given.get(name);
        if (value == null) {
            if (given.containsKey(name)) {
                errors.add(new FieldError(name, "must not be null; leave it out instead"));
            } else if (argument.parameter().required()) {
                errors.add(new FieldError(name, "is missing"));
            }
            return argument.absent();
        }
        try {
            return argument.conversion().convert(value);
        } catch (Mismatch e) {
            errors.add(new FieldError(name, e.clause()));
            return null;
        }
    }

    private static String unknown(String name, List<String> names) {
        String known = names.isEmpty() ? "there are no arguments here" : "known are " + String.join(", ", names);
        return "is unknown; "
                + Words.nearest(name, names).map(n -> "did you mean " + n + "?").orElse(known);
    }

    private static String detail(List<FieldError> errors) {
        return errors.stream().map(e -> e.field() + " " + e.reason()).collect(Collectors.joining("; ", "", "."));
    }

    private A make(@Nullable Object[] values) {
        try {
            return constructor.newInstance(values);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof OperationProblem refused) {
                throw refused;
            }
            throw new IllegalStateException("the record of arguments cannot be made", e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("the record of arguments cannot be made", e);
        }
    }
}
