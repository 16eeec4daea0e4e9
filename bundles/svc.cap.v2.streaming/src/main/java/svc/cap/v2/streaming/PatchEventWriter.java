package svc.cap.v2.streaming;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import svc.api.json.Json;
import svc.api.push.EventFeed.Opening;
import svc.api.push.EventFeed.Telling;
import svc.api.push.PushStates;

/** The patches of one client, and what changed in the queries that it follows, as blocks of its stream. */
final class PatchTelling implements Telling {

    /** So many portions without an event are looked at before others have their turn. */
    private static final int MOST_SILENT = 20;

    private final Opening opening;
    private final Patches patches;
    private final Windows windows;
    private final Ground ground;
    private boolean moving = true;

    /** What all of them stand on. */
    record Ground(PushStates states, Json.Binding json) {}

    PatchTelling(Opening opening, Patches patches, Windows windows, Ground ground) {
        this.opening = opening;
        this.patches = patches;
        this.windows = windows;
        this.ground = ground;
    }

    private String id() {
        Place place = patches.place();
        return ground.states().text(opening.caller(), place.from(), place.rest(windows.text()));
    }

    private static String line(String id) {
        return "id: " + id + "\n";
    }

    /** The id alone, which is no event: what the client comes back with when it never sees one. */
    @Override
    public byte[] begin() {
        windows.adopt();
        // A client that came with an id keeps it until something has been told.
        return bytes(patches.owes() || windows.owes() ? ":\n\n" : line(id()) + "\n");
    }

    @Override
    public Optional<byte[]> next() {
        Optional<Told> lost = windows.lost();
        if (lost.isPresent()) {
            return Optional.of(bytes(event(lost.get(), patches.owes() ? "" : line(id()))));
        }
        windows.adopt();
        for (int i = 0; i < MOST_SILENT; i++) {
            if (opening.stream().next().isPresent()) {
                moving = true;
            }
            if (!moving && !patches.owes()) {
                return windows.next().map(told -> bytes(event(told, line(id()))));
            }
            String before = id();
            Patches.Portion portion = patches.next();
            moving = portion.more();
            String now = id();
            if (!portion.events().isEmpty()) {
                return Optional.of(block(portion.events(), before, now));
            } else if (!moving && !now.equals(before)) {
                return Optional.of(bytes(line(now) + "\n"));
            }
        }
        opening.stream().poke();
        return Optional.empty();
    }

    /** With the last event of a portion the client has all of it; before that it would have to be told again. */
    private byte[] block(List<Told> events, String before, String now) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < events.size(); i++) {
            text.append(event(events.get(i), line(i == events.size() - 1 ? now : before)));
        }
        return bytes(text.toString());
    }

    private String event(Told event, String id) {
        return "event: " + event.name() + "\n" + id + "data: " + ground.json().text(event.members()) + "\n\n";
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
