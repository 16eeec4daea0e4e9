package svc.cap.v2.streaming;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.push.WebSocketPushProvider;

/** Sends the changes of subscribed queries on WebSockets. */
@Component
public final class QueryFeed implements WebSocketPushProvider {

    private final QueryWindows.Dependencies windows;
    private final ReadableTypes readableTypes;

    @Activate
    public QueryFeed(
            @Reference QuerySubscriptionRegistry subscribers,
            @Reference QueryWatch queryWatch,
            @Reference ReadableTypes readableTypes) {
        this.windows = new QueryWindows.Dependencies(subscribers, queryWatch);
        this.readableTypes = readableTypes;
    }

    @Override
    public Session open(Request opening) {
        return new OnSocket(new QueryWindows(
                windows,
                opening.caller(),
                readableTypes.of(opening.caller()).accountId(),
                opening.wake(),
                opening.since().flatMap(QueryResumeToken::of)));
    }

    private record OnSocket(QueryWindows windows) implements Session {

        @Override
        public Optional<Map<String, @Nullable Object>> next() {
            windows.addNew();
            return windows.endedEvent().or(windows::next).map(StreamEvent::members);
        }

        @Override
        public Optional<String> continuation() {
            return windows.text();
        }

        @Override
        public void close() {
            windows.end();
        }
    }
}
