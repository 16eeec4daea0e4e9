package svc.core;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.jmap.MethodHandler;
import svc.api.json.Json;
import svc.api.json.JsonProblem;
import svc.api.json.JsonSink;
import svc.api.json.JsonWritable;

/** A method that a bundle answers itself: binds its arguments and writes its answer. */
final class HandledMethod<A extends Record> implements Method.Runner {

    private final MethodHandler<A, ?> handler;
    private final Json.Binding binding;

    HandledMethod(MethodHandler<A, ?> handler, Json.Binding binding) {
        this.handler = handler;
        this.binding = binding;
    }

    @Override
    public void run(RunningCall call, Map<String, @Nullable Object> arguments, JsonSink out) {
        Object answer = handler.handle(call, bind(arguments));
        if (answer instanceof JsonWritable writable) {
            writable.writeTo(out);
        } else if (answer instanceof Record) {
            out.encoded(binding.text(answer).getBytes(StandardCharsets.UTF_8));
        } else {
            out.value(answer);
        }
    }

    private A bind(Map<String, @Nullable Object> arguments) {
        try {
            return binding.convert(arguments, handler.arguments());
        } catch (JsonProblem e) {
            throw MethodError.invalidArguments(String.valueOf(e.getMessage()));
        }
    }
}
