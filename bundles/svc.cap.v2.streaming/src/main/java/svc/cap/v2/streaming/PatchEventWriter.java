package svc.cap.v2.streaming;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import svc.api.json.Json;
import svc.api.push.EventStreamProvider.Request;
import svc.api.push.EventStreamProvider.Session;
import svc.api.push.PushStateCodec;

/** Writes the blocks of one stream: patches, and changes of the subscribed queries. */
final class PatchEventWriter implements Session {

    /** The number of portions without an event after which the stream lets other streams run. */
    private static final int MOST_SILENT = 20;

    private final Request opening;
    private final PatchStream patches;
    private final QueryWindows windows;
    private final Dependencies dependencies;
    private boolean moving = true;

    /** The services that all streams share. */
    record Dependencies(PushStateCodec states, Json.Binding json) {}

    PatchEventWriter(Request opening, PatchStream patches, QueryWindows windows, Dependencies dependencies) {
        this.opening = opening;
        this.patches = patches;
        this.windows = windows;
        this.dependencies = dependencies;
    }

    private String id() {
        ChangesPosition position = patches.place();
        return dependencies.states().encode(opening.caller(), position.from(), position.rest(windows.text()));
    }

    private static String line(String id) {
        return "id: " + id + "\n";
    }

    /** Returns the id without an event. The client presents this id if it reconnects before its first event. */
    @Override
    public byte[] firstBlock() {
        windows.addNew();
        // While events are pending, no id is sent: the client keeps the id that it presented.
        return bytes(patches.hasPending() || windows.hasPending() ? ":\n\n" : line(id()) + "\n");
    }

    @Override
    public Optional<byte[]> next() {
        Optional<StreamEvent> missing = windows.endedEvent();
        if (missing.isPresent()) {
            return Optional.of(bytes(event(missing.get(), patches.hasPending() ? "" : line(id()))));
        }
        windows.addNew();
        for (int i = 0; i < MOST_SILENT; i++) {
            if (opening.stream().poll().isPresent()) {
                moving = true;
            }
            if (!moving && !patches.hasPending()) {
                return windows.next().map(told -> bytes(event(told, line(id()))));
            }
            String before = id();
            PatchStream.Portion portion = patches.next();
            moving = portion.more();
            String now = id();
            if (!portion.events().isEmpty()) {
                return Optional.of(block(portion.events(), before, now));
            } else if (!moving && !now.equals(before)) {
                return Optional.of(bytes(line(now) + "\n"));
            }
        }
        opening.stream().wake();
        return Optional.empty();
    }

    /**
     * Returns the events as a block. Only the last event of a portion has the new id, so that the portion is sent again
     * if the client did not receive it completely.
     */
    private byte[] block(List<StreamEvent> events, String before, String now) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < events.size(); i++) {
            text.append(event(events.get(i), line(i == events.size() - 1 ? now : before)));
        }
        return bytes(text.toString());
    }

    private String event(StreamEvent event, String id) {
        return "event: " + event.name() + "\n" + id + "data: "
                + dependencies.json().text(event.members()) + "\n\n";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        patches.end();
        windows.end();
    }
}
