package svc.cap.mail.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.cap.mail.TestMessage;
import svc.cap.mail.message.MailHome;
import svc.cap.mail.table.ListBlockRows;
import svc.cap.mail.table.ListDeltas;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/** Positions in long lists are exact after their blocks were split many times. */
final class OrderedListPlanTest {

    private final Random random = new Random(5);
    private final Map<String, Long> received = new HashMap<>();
    private final Map<String, Long> threads = new HashMap<>();

    @TempDir
    private Path directory;

    @Test
    void positionsInLongListsAreExact() {
        try (MailHome home = new MailHome(directory)) {
            Client ada = home.account("ada");
            String inbox = MailHome.roles(ada).getOrDefault("inbox", "");
            for (int round = 0; round < 8; round++) {
                fill(home, ada, inbox, round);
                empty(ada);
                for (boolean collapse : new boolean[] {false, true}) {
                    compare(ada, Map.of("filter", Map.of("inMailbox", inbox), "collapseThreads", collapse));
                    compare(ada, Map.of("collapseThreads", collapse));
                }
            }
            int blocks = home.store
                    .read(
                            MailHome.scope(ada),
                            snapshot -> ListBlockRows.all(snapshot.sql(), ListDeltas.emails(MailHome.mailbox(inbox))))
                    .size();
            assertThat(blocks).isGreaterThan(3);
        }
    }

    private void fill(MailHome home, Client ada, String inbox, int round) {
        List<TestMessage> letters = new ArrayList<>();
        List<Long> times = new ArrayList<>();
        List<Long> links = new ArrayList<>();
        for (int i = 0; i < 450; i++) {
            times.add((long) (round % 2 == 0 ? random.nextInt(3000) : 3000 + round * 450 + i / 100));
            links.add((long) random.nextInt(900));
            letters.add(new TestMessage(inbox).at(times.get(i)).links(links.get(i)));
        }
        List<String> ids = home.put(ada, letters);
        for (int i = 0; i < ids.size(); i++) {
            received.put(ids.get(i), times.get(i));
            threads.put(ids.get(i), links.get(i));
        }
    }

    private void empty(Client ada) {
        List<String> all = new ArrayList<>(received.keySet());
        java.util.Collections.shuffle(all, random);
        List<String> removed = all.subList(0, 150);
        ada.call("Email/set", Map.of("destroy", removed)).done();
        removed.forEach(id -> {
            received.remove(id);
            threads.remove(id);
        });
    }

    private void compare(Client ada, Map<String, Object> query) {
        Set<Long> visited = new HashSet<>();
        List<String> expected = received.keySet().stream()
                .sorted(Comparator.comparingLong((String id) -> received.getOrDefault(id, 0L))
                        .thenComparingLong(MailHome::email)
                        .reversed())
                .filter(id ->
                        !Boolean.TRUE.equals(query.get("collapseThreads")) || visited.add(threads.getOrDefault(id, 0L)))
                .toList();
        for (int i = 0; i < 12; i++) {
            int at = random.nextInt(expected.size());
            List<String> part = expected.subList(at, Math.min(expected.size(), at + 20));
            Map<String, Object> arguments = new LinkedHashMap<>(query);
            arguments.put("limit", 20);
            arguments.put("calculateTotal", true);
            arguments.put(i % 2 == 0 ? "position" : "anchor", i % 2 == 0 ? at : expected.get(at));
            Response page = ada.call("Email/query", arguments).done();
            assertThat(page.texts("ids")).as(arguments.toString()).isEqualTo(part);
            assertThat(page.arguments()).containsEntry("total", expected.size()).containsEntry("position", at);
        }
    }
}
