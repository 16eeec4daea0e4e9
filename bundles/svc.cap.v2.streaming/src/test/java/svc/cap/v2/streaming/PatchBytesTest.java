package svc.cap.v2.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.identity.Caller;
import svc.api.json.Json;
import svc.push.PushStateService;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.InMemoryDirectory;
import svc.testkit.engine.Client;
import svc.testkit.engine.JmapTestServer;

/** The content and the size of patches, compared with changes and a get, and the accounts that never receive them. */
final class PatchBytesTest {

    private final AdvanceableClock clock = new AdvanceableClock();

    @AutoClose
    private final JmapTestServer engine = new JmapTestServer();

    private final Client client = engine.account("one", "ann");
    private ClientCaches holdings = new ClientCaches(new InMemoryDirectory(), clock);

    @BeforeEach
    void start() {
        engine.register(new Note.Notes());
        engine.register(holdings);
    }

    @AfterEach
    void stop() {
        holdings.stop();
        clock.stop();
    }

    private Caller caller(String device) {
        return new Caller(client.account(), device, Caller.CredentialKind.SESSION, "127.0.0.1");
    }

    private PatchStream open(String device) {
        return open(device, Optional.empty());
    }

    private PatchStream open(String device, Optional<ChangesPosition> since) {
        PatchStream.Dependencies dependencies =
                new PatchStream.Dependencies(engine.store(), engine.readableTypes(), engine.objectReader(), holdings);
        return new PatchStream(dependencies, caller(device), type -> true, since, false);
    }

    private void edit(String id, Map<String, ?> patch) {
        client.call("Note/set", Map.of("update", Map.of(id, patch))).done();
    }

    private static List<String> names(PatchStream patches) {
        return patches.next().events().stream().map(StreamEvent::name).toList();
    }

    @Test
    @Covers({"PATCH-01", "PATCH-02"})
    void onlyTheFetchingSignInGetsPatches() {
        String known = client.create("Note", Map.of("title", "known"));
        String unknown = client.create("Note", Map.of("title", "unknown"));
        client.get("Note", known);
        PatchStream mine = open("test");
        PatchStream other = open("another device");
        edit(known, Map.of("rank", 7));
        edit(unknown, Map.of("rank", 8));
        List<StreamEvent> event = mine.next().events();
        assertThat(event).extracting(StreamEvent::name).containsExactly("patch", "value");
        assertThat(event.get(0).members())
                .containsEntry("patch", Map.of("rank", 7))
                .containsEntry("id", known);
        assertThat(names(other)).containsExactly("value", "value");
        edit(known, Map.of("keywords/$seen", true));
        assertThat(mine.next().events().get(0).members()).containsEntry("patch", Map.of("keywords/$seen", true));
        client.call("Note/set", Map.of("destroy", List.of(known))).done();
        assertThat(names(mine)).containsExactly("gone");
        assertThat(names(mine)).isEmpty();
    }

    @Test
    @Covers("PATCH-04")
    void reconnectedClientIsPatchedDespiteALostEvent() {
        String id = client.create("Note", Map.of("title", "known"));
        client.get("Note", id);
        String fetched = client.state("Note");
        PatchStream broken = open("test");
        ChangesPosition position = broken.place();
        edit(id, Map.of("rank", 7));
        assertThat(names(broken)).containsExactly("patch");
        edit(id, Map.of("keywords/$seen", true));
        assertThat(names(broken)).containsExactly("patch");
        broken.end();
        edit(id, Map.of("text", "later"));
        StreamEvent event = open("test", Optional.of(position)).next().events().get(0);
        assertThat(event.members())
                .containsEntry("oldState", fetched)
                .containsEntry("newState", client.state("Note"))
                .containsEntry("patch", Map.of("rank", 7, "keywords/$seen", true, "text", "later"));
    }

    @Test
    @Covers("PATCH-04")
    void nextStreamContinuesAtTheLastReceivedPatch() {
        String id = client.create("Note", Map.of("title", "known"));
        client.get("Note", id);
        PatchStream broken = open("test");
        edit(id, Map.of("rank", 7));
        assertThat(names(broken)).containsExactly("patch");
        ChangesPosition position = broken.place();
        String held = client.state("Note");
        edit(id, Map.of("title", "written to a broken connection"));
        assertThat(names(broken)).containsExactly("patch");
        broken.end();
        StreamEvent event = open("test", Optional.of(position)).next().events().get(0);
        assertThat(event.members())
                .containsEntry("oldState", held)
                .containsEntry("patch", Map.of("title", "written to a broken connection"));
    }

    @Test
    @Covers("PATCH-02")
    void completeObjectHasItsId() {
        PatchStream patches = open("test");
        String id = client.create("Note", Map.of("title", "new"));
        StreamEvent event = patches.next().events().get(0);
        assertThat(event.name()).isEqualTo("value");
        assertThat(Casts.object(event.members().get("value")))
                .containsEntry("id", id)
                .containsEntry("title", "new");
    }

    @Test
    @Covers({"GEN-05", "PATCH-01"})
    void objectDestroyedBeforeARestartIsReportedAsDestroyed() {
        PatchStream stream = open("test");
        ChangesPosition position = stream.place();
        stream.end();
        String live = client.create("Note", Map.of("title", "stays"));
        String ghost = client.create("Note", Map.of("title", "comes and goes"));
        client.get("Note", ghost);
        client.call("Note/set", Map.of("destroy", List.of(ghost))).done();
        holdings.stop();
        holdings = new ClientCaches(new InMemoryDirectory(), clock);
        PatchStream again = open("test", Optional.of(position));
        List<StreamEvent> event = again.next().events();
        assertThat(event).extracting(StreamEvent::name).containsExactlyInAnyOrder("gone", "value");
        assertThat(event).extracting(one -> one.members().get("id")).containsExactlyInAnyOrder(ghost, live);
        assertThat(names(again)).as("once").isEmpty();
        client.create("Note", Map.of("title", "later"));
        assertThat(names(again)).containsExactly("value");
    }

    @Test
    @Covers({"GEN-05", "PATCH-03"})
    void tooManyChangesResynchronizeTheType() {
        PatchStream stream = open("test");
        ChangesPosition position = stream.place();
        stream.end();
        for (int i = 0; i < 11; i++) {
            List<String> ids = new ArrayList<>();
            for (int k = 0; k < 50; k++) {
                ids.add(client.create("Note", Map.of("title", "passing")));
            }
            client.call("Note/set", Map.of("destroy", ids)).done();
        }
        assertThat(names(open("test", Optional.of(position)))).containsExactly("resync");
    }

    @Test
    @Covers("PATCH-01")
    void patchIsAtMostAFifthOfChangesAndGet() {
        Random random = new Random(7);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            ids.add(client.create(
                    "Note",
                    Map.of(
                            "title",
                            "Minutes of the meeting " + i,
                            "text",
                            "The quick brown fox jumps over the lazy dog. ".repeat(20),
                            "tags",
                            List.of("work", "minutes"))));
        }
        client.all("Note");
        PatchStream patches = open("test");
        List<Double> shares = new ArrayList<>();
        PushStateService states = new PushStateService(engine.readableTypes());
        for (int i = 0; i < 200; i++) {
            String before = client.state("Note");
            edit(
                    ids.get(random.nextInt(ids.size())),
                    random.nextBoolean() ? Map.of("keywords/$seen", i % 2 == 0) : Map.of("rank", i));
            if (client.state("Note").equals(before)) {
                continue; // it had this value already
            }
            StreamEvent event = patches.next().events().get(0);
            String block = "event: patch\nid: "
                    + states.encode(caller("test"), patches.place().from(), Optional.empty())
                    + "\ndata: "
                    + engine.json().binding(Json.Names.EXACT).text(event.members()) + "\n\n";
            assertThat(event.name()).isEqualTo("patch");
            shares.add((double) bytes(block) / polled(before));
        }
        shares.sort(null);
        double median = shares.get(shares.size() / 2);
        System.out.printf("a patch is %.1f %% of changes and a get, the median of %d%n", 100 * median, shares.size());
        assertThat(median).isLessThanOrEqualTo(0.2);
    }

    /** Returns the bytes of a request for changes with the objects, and of its response. */
    private int polled(String since) {
        String request = client.request()
                .call("Note/changes", Map.of("sinceState", since))
                .call("Note/get", Map.of("#ids", Map.of("resultOf", "c0", "name", "Note/changes", "path", "/updated")))
                .text();
        return bytes(request) + bytes(engine.json().binding(Json.Names.EXACT).text(client.send(request)));
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
