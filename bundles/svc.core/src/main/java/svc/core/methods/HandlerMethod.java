package svc.core.methods;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.api.json.JsonWritable;
import svc.api.json.JsonWriter;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredMethod;

/** Adapts a {@link MethodHandler}: binds its arguments and writes its result. */
public final class HandlerMethod<A extends Record> implements RegisteredMethod.Runner {

    private final MethodHandler<A, ?> handler;
    private final Json.Binding binding;

    public HandlerMethod(MethodHandler<A, ?> handler, Json.Binding binding) {
        this.handler = handler;
        this.binding = binding;
    }

    @Override
    public void run(MethodCallContext call, Map<String, @Nullable Object> arguments, JsonWriter out) {
        Object answer = handler.handle(call, bind(arguments));
        if (answer instanceof JsonWritable writable) {
            writable.writeTo(out);
        } else if (answer instanceof Record) {
            out.rawValue(binding.text(answer).getBytes(StandardCharsets.UTF_8));
        } else {
            out.value(answer);
        }
    }

    private A bind(Map<String, @Nullable Object> arguments) {
        try {
            return binding.convert(arguments, handler.argumentsType());
        } catch (JsonException e) {
            throw MethodError.invalidArguments(String.valueOf(e.getMessage()));
        }
    }
}
