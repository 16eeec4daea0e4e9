package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/** The search bundle is stopped and started while emails are imported, read, flagged and searched. */
final class MailWithoutSearchIT {

    private static final String SEARCH = "svc.search.lucene";
    private static final int TIMES = 2;
    private static final int MORE = 10;

    @TempDir
    private static Path home;

    @RegisterExtension
    private static final ServerOfClass SERVER = ServerOfClass.in(() -> home);

    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicInteger imported = new AtomicInteger();
    private final AtomicInteger read = new AtomicInteger();
    private final AtomicInteger found = new AtomicInteger();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

    @Test
    @Covers(value = "OSGI-02", part = "the search goes and comes back")
    void mailWorksWithoutSearchAndIsIndexedLater() throws Exception {
        RunningServer server = SERVER.running();
        Gogo gogo = new Gogo(server);
        MailUser ann = MailUser.of(server, "ann@without.test");
        String inbox = ann.mailbox("inbox");
        ExecutorService clients = Executors.newCachedThreadPool();
        List<Future<?>> running = new ArrayList<>();
        try {
            running.add(clients.submit(() -> whileItLasts(() -> bring(ann, inbox))));
            running.add(clients.submit(() -> whileItLasts(() -> readAndMark(ann, inbox))));
            running.add(clients.submit(() -> whileItLasts(() -> search(ann))));
            running.add(clients.submit(() -> whileItLasts(() -> search(ann))));
            for (int i = 0; i < TIMES; i++) {
                goesOn(server, "with the search", imported, read, found);
                gogo.stop(SEARCH);
                without(ann);
                goesOn(server, "without the search", imported, read);
                without(ann);
                gogo.start(SEARCH);
                server.await(
                        "the search is back",
                        () -> "Email/query"
                                .equals(searching(ann, "letter").path(0).asText()));
            }
            goesOn(server, "with the search", imported, read, found);
            over.set(true);
            for (Future<?> client : running) {
                client.get(1, TimeUnit.MINUTES);
            }
        } finally {
            over.set(true);
            clients.shutdownNow();
        }
        assertThat(wrong).isEmpty();
        server.await("the index follows", () -> server.metric("search_behind_indexes") == 0);
        for (int i = 0; i < imported.get(); i++) {
            assertThat(MailCalls.texts(searching(ann, "number" + i).at("/1/ids")))
                    .as("the letter " + i)
                    .hasSize(1);
        }
        assertThat(searching(ann, "letter").at("/1/total").asInt()).isEqualTo(imported.get());
        assertThat(server.metric("search_builds_total")).as("indexes rebuilt").isZero();
        assertThat(server.metric("search_damaged_total"))
                .as("indexes that were thrown away")
                .isZero();
    }

    private void whileItLasts(Runnable act) {
        while (!over.get()) {
            act.run();
        }
    }

    /** Waits until each counter has increased several times. */
    private static void goesOn(RunningServer server, String when, AtomicInteger... counters) {
        for (AtomicInteger counter : counters) {
            int enough = counter.get() + MORE;
            BooleanSupplier done = () -> counter.get() >= enough;
            server.await("going on " + when, done);
        }
    }

    private static void without(MailUser ann) {
        assertThat(searching(ann, "letter").at("/1/type").asText()).isEqualTo("unsupportedFilter");
        assertThat(ann.blobs().session().path("capabilities").has(MailUser.URN)).isTrue();
        JsonNode snippets = ann.response("SearchSnippet/get", "'filter':{'text':'letter'},'emailIds':[]");
        assertThat(snippets.at("/1/type").asText()).isEqualTo("unknownMethod");
    }

    private static JsonNode searching(MailUser ann, String text) {
        return ann.response("Email/query", "'filter':{'text':'" + text + "'},'calculateTotal':true,'limit':5");
    }

    private void bring(MailUser ann, String inbox) {
        int n = imported.get();
        JsonNode response = ann.response(
                "Email/import",
                "'emails':{'k':{'blobId':'" + ann.upload(MailCalls.letter("n" + n, "letter number" + n, ""))
                        + "','mailboxIds':{'" + inbox + "':true}}}");
        if (response.at("/1/created/k/id").isTextual()) {
            imported.incrementAndGet();
        } else {
            wrong.add(response.toString());
        }
    }

    private void readAndMark(MailUser ann, String inbox) {
        List<String> ids = MailCalls.texts(ann.call("Email/query", "'filter':{'inMailbox':'" + inbox + "'},'limit':10")
                .path("ids"));
        if (ids.isEmpty()) {
            return;
        }
        String id = ids.get(ids.size() - 1);
        String text = ann.call("Email/get", "'ids':['" + id + "'],'fetchTextBodyValues':true")
                .at("/list/0/bodyValues")
                .toString();
        JsonNode marked = ann.call("Email/set", "'update':{'" + id + "':{'keywords/$seen':true}}");
        if (text.contains("Dear Ann") && marked.path("updated").has(id)) {
            read.incrementAndGet();
        } else {
            wrong.add(text + marked);
        }
    }

    /**
     * Emails that were acknowledged before are found, or the server reports that search is not available. A search
     * bundle that has just started may have an incomplete index; then changes of a query cannot be calculated.
     */
    private void search(MailUser ann) {
        int min = imported.get();
        JsonNode response = searching(ann, "letter");
        boolean complete = response.at("/1/canCalculateChanges").asBoolean();
        if (response.path(0).asText().equals("Email/query")
                && (!complete || response.at("/1/total").asInt() >= min)) {
            found.incrementAndGet();
        } else if (!response.at("/1/type").asText().equals("unsupportedFilter")) {
            wrong.add("after " + min + ": " + response);
        }
    }
}
