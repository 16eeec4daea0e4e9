package svc.core;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.jmap.Jmap;
import svc.api.jmap.RequestRefused;
import svc.core.Engine.Ready;

/** The way in for requests that others have carried here. */
@Component
public final class JmapService implements Jmap {

    private final Engine engine;

    /** Answers with the engine. */
    @Activate
    public JmapService(@Reference EngineService service) {
        this.engine = service.engine();
    }

    @Override
    public Map<String, @Nullable Object> read(byte[] json) {
        try {
            return engine.read(json);
        } catch (RequestProblem e) {
            throw new RequestRefused(e.members());
        }
    }

    @Override
    public byte[] answer(Caller caller, Map<String, ? extends @Nullable Object> request, Map<String, String> beside) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            engine.within(caller, () -> {
                Ready ready = engine.ready(caller, Envelope.of(request));
                engine.run(ready, beside, out);
            });
            return out.toByteArray();
        } catch (RequestProblem e) {
            throw new RequestRefused(e.members());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // nothing here goes in or out
        }
    }
}
