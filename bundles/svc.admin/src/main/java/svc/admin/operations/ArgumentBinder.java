package svc.admin.operations;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.admin.operations.Conversion.Mismatch;
import svc.api.operation.NearestName;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.Operations.Parameter;

/**
 * Converts given values to the arguments of an operation.
 *
 * @param arguments the arguments, in the order of their declaration
 */
record ArgumentBinder(List<Argument> arguments) {

    List<Parameter> parameters() {
        return arguments.stream().map(Argument::parameter).toList();
    }

    /** Returns one value for each argument. Throws one exception with the problems of all given values. */
    @Nullable
    Object[] bind(Map<String, Object> given) {
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
            throw new OperationException(Reason.INVALID, detail(errors), errors);
        }
        return values;
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
        String known = names.isEmpty() ? "this operation has no arguments" : "known are " + String.join(", ", names);
        return "is unknown; "
                + NearestName.of(name, names)
                        .map(n -> "did you mean " + n + "?")
                        .orElse(known);
    }

    private static String detail(List<FieldError> errors) {
        return errors.stream().map(e -> e.field() + " " + e.reason()).collect(Collectors.joining("; ", "", "."));
    }
}
