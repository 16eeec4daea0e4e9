package svc.core.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.jmap.JmapProcessor;
import svc.api.jmap.RequestError;
import svc.core.dispatch.JmapRequest;
import svc.core.dispatch.RequestErrors;
import svc.core.engine.Engine.Ready;

/** Processes requests from other transports, such as WebSocket, with the engine. */
@Component
public final class EngineJmapProcessor implements JmapProcessor {

    private final Engine engine;

    @Activate
    public EngineJmapProcessor(@Reference EngineComponent service) {
        this.engine = service.engine();
    }

    EngineJmapProcessor(Engine engine) {
        this.engine = engine;
    }

    @Override
    public Map<String, @Nullable Object> parse(byte[] json) {
        try {
            return engine.read(json);
        } catch (RequestErrors e) {
            throw new RequestError(e.members());
        }
    }

    @Override
    public byte[] process(
            Caller caller, Map<String, ? extends @Nullable Object> request, Map<String, String> extraMembers) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            engine.within(caller, () -> {
                Ready ready = engine.ready(caller, JmapRequest.of(request));
                engine.run(ready, extraMembers, out);
            });
            return out.toByteArray();
        } catch (RequestErrors e) {
            throw new RequestError(e.members());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // cannot occur: the streams are in memory
        }
    }
}
