package svc.core;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.json.JsonSink;

/** Core/echo (RFC 8620 §4): what was sent comes back. */
final class EchoMethod implements Method.Runner {

    static final String NAME = "Core/echo";

    @Override
    public void run(RunningCall call, Map<String, @Nullable Object> arguments, JsonSink out) {
        out.value(arguments);
    }
}
