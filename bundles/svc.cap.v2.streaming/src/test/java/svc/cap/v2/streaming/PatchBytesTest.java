package svc.cap.v2.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.identity.Caller;
import svc.api.json.Json;
import svc.push.PushTexts;
import svc.testclock.MovedClock;
import svc.testkit.Covers;
import svc.testkit.People;
import svc.testkit.engine.Client;
import svc.testkit.engine.MemoryEngine;

/** What patches say, what they weigh against changes and a get, and to whom they are never told. */
final class PatchBytesTest {

    private final MovedClock clock = new MovedClock();
    private final MemoryEngine engine = new MemoryEngine();
    private final Client client = engine.account("one", "ann");
    private Holdings holdings = new Holdings(new People(), clock);

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
        return new Caller(client.account(), device, Caller.Secret.SESSION, "127.0.0.1");
    }

    private Patches open(String device) {
        return open(device, Optional.empty());
    }

    private Patches open(String device, Optional<Place> since) {
        Patches.Ground ground = new Patches.Ground(engine.store(), engine.sights(), engine.views(), holdings);
        return new Patches(ground, caller(device), type -> true, since, false);
    }

    private void edit(String id, Map<String, ?> patch) {
        client.call("Note/set", Map.of("update", Map.of(id, patch))).done();
    }

    private static List<String> names(Patches patches) {
        return patches.next().events().stream().map(Told::name).toList();
    }

    @Test
    @Covers({"PATCH-01", "PATCH-02"})
    void onlyTheSignInThatFetchedAnObjectGetsPatchesOfIt() {
        String known = client.create("Note", Map.of("title", "known"));
        String unknown = client.create("Note", Map.of("title", "unknown"));
        client.get("Note", known);
        Patches mine = open("test");
        Patches other = open("another device");
        edit(known, Map.of("rank", 7));
        edit(unknown, Map.of("rank", 8));
        List<Told> told = mine.next().events();
        assertThat(told).extracting(Told::name).containsExactly("patch", "value");
        assertThat(told.get(0).members())
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
    @Covers({"GEN-05", "PATCH-01"})
    void whatWasFetchedAheadOfTheStreamAndEndedBeforeTheServerBeganAnewIsGone() {
        Patches stream = open("test");
        Place place = stream.place();
        stream.end();
        String living = client.create("Note", Map.of("title", "stays"));
        String ghost = client.create("Note", Map.of("title", "comes and goes"));
        client.get("Note", ghost);
        client.call("Note/set", Map.of("destroy", List.of(ghost))).done();
        holdings.stop();
        holdings = new Holdings(new People(), clock);
        Patches again = open("test", Optional.of(place));
        List<Told> told = again.next().events();
        assertThat(told).extracting(Told::name).containsExactlyInAnyOrder("gone", "value");
        assertThat(told).extracting(one -> one.members().get("id")).containsExactlyInAnyOrder(ghost, living);
        assertThat(names(again)).as("once").isEmpty();
        client.create("Note", Map.of("title", "later"));
        assertThat(names(again)).containsExactly("value");
    }

    @Test
    @Covers({"GEN-05", "PATCH-03"})
    void whenTooManyCameAndWentTheTypeIsFetchedAnew() {
        Patches stream = open("test");
        Place place = stream.place();
        stream.end();
        for (int i = 0; i < 11; i++) {
            List<String> ids = new ArrayList<>();
            for (int k = 0; k < 50; k++) {
                ids.add(client.create("Note", Map.of("title", "passing")));
            }
            client.call("Note/set", Map.of("destroy", ids)).done();
        }
        assertThat(names(open("test", Optional.of(place)))).containsExactly("resync");
    }

    @Test
    @Covers("PATCH-01")
    void aPatchIsAFifthOfChangesAndAGetAtMost() {
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
        Patches patches = open("test");
        List<Double> shares = new ArrayList<>();
        PushTexts states = new PushTexts(engine.sights());
        for (int i = 0; i < 200; i++) {
            String before = client.state("Note");
            edit(
                    ids.get(random.nextInt(ids.size())),
                    random.nextBoolean() ? Map.of("keywords/$seen", i % 2 == 0) : Map.of("rank", i));
            if (client.state("Note").equals(before)) {
                continue; // it was so already
            }
            Told told = patches.next().events().get(0);
            String block = "event: patch\nid: "
                    + states.text(caller("test"), patches.place().from(), Optional.empty())
                    + "\ndata: "
                    + engine.json().binding(Json.Names.EXACT).text(told.members()) + "\n\n";
            assertThat(told.name()).isEqualTo("patch");
            shares.add((double) bytes(block) / polled(before));
        }
        shares.sort(null);
        double median = shares.get(shares.size() / 2);
        System.out.printf("a patch is %.1f %% of changes and a get, the median of %d%n", 100 * median, shares.size());
        assertThat(median).isLessThanOrEqualTo(0.2);
    }

    /** The bytes of a request that asks for changes and gets them, and of its answer. */
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
