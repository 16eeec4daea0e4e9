package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import svc.testkit.bundles.MailCalls;

/** Threads that import emails into accounts of their own until they are closed. */
final class MailWriters implements AutoCloseable {

    private static final int THREADS_OF_AN_ACCOUNT = 4;
    private static final int IN_A_CALL = 100;

    private final Map<String, Set<String>> acknowledged = new TreeMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<?>> running = new ArrayList<>();
    private volatile boolean finished;

    /** Starts the writers of some accounts, four for each. */
    MailWriters(RunningServer server, int accounts) {
        for (int i = 0; i < accounts; i++) {
            String email = "w" + i + "@writers.test";
            MailUser user = MailUser.of(server, email);
            Set<String> ids = ConcurrentHashMap.newKeySet();
            acknowledged.put(email, ids);
            for (int thread = 0; thread < THREADS_OF_AN_ACCOUNT; thread++) {
                running.add(threads.submit(() -> write(user, ids)));
            }
        }
    }

    private void write(MailUser user, Set<String> ids) {
        for (int n = 0; !finished; n++) {
            ids.add(user.bring("From: a@b.test", "Subject: number " + n, "", "text " + n));
        }
    }

    /** Returns the ids of the emails that the server has acknowledged until now, by the addresses of the accounts. */
    Map<String, Set<String>> acknowledged() {
        Map<String, Set<String>> copy = new TreeMap<>();
        acknowledged.forEach((email, ids) -> copy.put(email, new TreeSet<>(ids)));
        return copy;
    }

    /** Asserts that a server has emails, with their texts. */
    static void assertPresent(RunningServer server, Map<String, Set<String>> emails) {
        emails.forEach((email, ids) -> {
            SignedIn who = SignedIn.again(server, email);
            MailUser user = new MailUser(who, BlobClient.of(who));
            List<String> all = List.copyOf(ids);
            for (int from = 0; from < all.size(); from += IN_A_CALL) {
                List<String> some = all.subList(from, Math.min(all.size(), from + IN_A_CALL));
                JsonNode response = user.call(
                        "Email/get",
                        "'ids':['" + String.join("','", some)
                                + "'],'properties':['bodyValues','subject'],'fetchTextBodyValues':true");
                assertThat(MailCalls.texts(response.path("notFound"))).as(email).isEmpty();
                for (JsonNode one : response.path("list")) {
                    String number = one.path("subject").asText().replace("number ", "");
                    assertThat(one.findValuesAsText("value"))
                            .as(one.toString())
                            .containsExactly("text " + number + "\n");
                }
            }
        });
    }

    /** Ends the writers. Fails if one of them has failed. */
    @Override
    public void close() {
        finished = true;
        try {
            for (Future<?> writer : running) {
                writer.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (ExecutionException e) {
            throw new AssertionError("a writer failed", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
