package svc.admin.operations;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.admin.operations.RegisteredOperation.Call;
import svc.api.audit.Actor;
import svc.api.json.Json;
import svc.api.operation.AuditRecorder;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.Progress;

/**
 * A method of an {@link OperationGroup} that has the annotation {@link Operation}. It is called with converted
 * arguments.
 */
final class OperationMethod {

    private final OperationGroup group;
    private final Method method;
    private final Map<Class<?>, Constructor<?>> records = new HashMap<>();

    private OperationMethod(OperationGroup group, Method method) {
        this.group = group;
        this.method = method;
        for (Class<?> type : method.getParameterTypes()) {
            if (type.isRecord()) {
                records.put(type, constructor(type));
            }
        }
        method.setAccessible(true); // the class of a bundle need not be exported
    }

    /** Returns the annotated methods of a group, sorted by command. */
    static List<OperationMethod> of(OperationGroup group) {
        return Stream.of(group.getClass().getMethods())
                .filter(method -> method.isAnnotationPresent(Operation.class))
                .map(method -> new OperationMethod(group, method))
                .sorted((a, b) ->
                        a.annotation().command().compareTo(b.annotation().command()))
                .toList();
    }

    Operation annotation() {
        return method.getAnnotation(Operation.class);
    }

    List<Argument> arguments(Json.Binding binding) {
        return Arrays.stream(method.getParameters())
                .flatMap(parameter -> arguments(parameter, binding))
                .toList();
    }

    private static Stream<Argument> arguments(Parameter parameter, Json.Binding binding) {
        Class<?> type = parameter.getType();
        if (type == AuditRecorder.class || type == Progress.class || type == Actor.class) {
            return Stream.of();
        } else if (type.isRecord()) {
            return Arrays.stream(type.getRecordComponents()).map(component -> Argument.of(component, binding));
        } else if (!parameter.isNamePresent()) {
            throw new InvalidOperationException("the names of its arguments are missing; compile with -parameters");
        }
        return Stream.of(Argument.of(parameter, binding));
    }

    /** Calls the method with one value for each argument. */
    OperationResult<?> call(@Nullable Object[] values, Call call) throws Throwable {
        try {
            Class<?>[] types = method.getParameterTypes();
            @Nullable Object[] parameters = new @Nullable Object[types.length];
            int next = 0;
            for (int i = 0; i < types.length; i++) {
                Constructor<?> constructor = records.get(types[i]);
                if (types[i] == AuditRecorder.class) {
                    parameters[i] = call.audit();
                } else if (types[i] == Progress.class) {
                    parameters[i] = call.progress();
                } else if (types[i] == Actor.class) {
                    parameters[i] = call.actor();
                } else if (constructor == null) {
                    parameters[i] = values[next++];
                } else {
                    int end = next + constructor.getParameterCount();
                    parameters[i] = constructor.newInstance(Arrays.copyOfRange(values, next, end));
                    next = end;
                }
            }
            Object value = method.invoke(group, parameters);
            return value instanceof OperationResult<?> result ? result : OperationResult.of(value);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        }
    }

    private static Constructor<?> constructor(Class<?> type) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new));
            constructor.setAccessible(true); // the record of a bundle need not be public
            return constructor;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("a record has no canonical constructor", e);
        }
    }
}
