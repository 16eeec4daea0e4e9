package svc.core.methods;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonWriter;
import svc.core.dispatch.MethodCallContext;
import svc.core.dispatch.RegisteredMethod;

/** Implements Core/echo (RFC 8620 §4), which returns its arguments. */
public final class EchoMethod implements RegisteredMethod.Runner {

    public static final String NAME = "Core/echo";

    @Override
    public void run(MethodCallContext call, Map<String, @Nullable Object> arguments, JsonWriter out) {
        out.value(arguments);
    }
}
