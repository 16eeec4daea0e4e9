package svc.cap.v2.streaming;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import svc.api.json.Json;
import svc.api.push.EventFeed.Opening;
import svc.api.push.EventFeed.Telling;
import svc.api.push.PushStates;

/** The patches of one client as blocks of its stream. */
final class PatchTelling implements Telling {

    /** So many portions without an event are looked at before others have their turn. */
    private static final int MOST_SILENT = 20;

    private final Opening opening;
    private final Patches patches;
    private final PushStates states;
    private final Json.Binding json;
    private boolean moving = true;

    PatchTelling(Opening opening, Patches patches, PushStates states, Json.Binding json) {
        this.opening = opening;
        this.patches = patches;
        this.states = states;
        this.json = json;
    }

    private String id() {
        return states.text(
                opening.caller(), patches.place().from(), patches.place().rest());
    }

    /** The id alone, which is no event: what the client comes back with when it never sees one. */
    @Override
    public byte[] begin() {
        // A client that came with an id keeps it until something has been told.
        return bytes(patches.owes() ? ":\n\n" : "id: " + id() + "\n\n");
    }

    @Override
    public Optional<byte[]> next() {
        for (int i = 0; i < MOST_SILENT; i++) {
            boolean moved = opening.stream().next().isPresent();
            if (!moved && !moving && !patches.owes()) {
                return Optional.empty();
            }
            String before = id();
            Patches.Portion portion = patches.next();
            moving = portion.more();
            String now = id();
            if (!portion.events().isEmpty()) {
                return Optional.of(block(portion.events(), before, now));
            } else if (!moving && !now.equals(before)) {
                return Optional.of(bytes("id: " + now + "\n\n"));
            }
        }
        opening.stream().poke();
        return Optional.empty();
    }

    /** With the last event of a portion the client has all of it; before that it would have to be told again. */
    private byte[] block(List<Told> events, String before, String now) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < events.size(); i++) {
            Told event = events.get(i);
            text.append("event: ").append(event.name()).append("\nid: ");
            text.append(i == events.size() - 1 ? now : before).append("\ndata: ");
            text.append(json.text(event.members())).append("\n\n");
        }
        return bytes(text.toString());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        patches.end();
    }
}
