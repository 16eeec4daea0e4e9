package svc.launcher.agreement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.launcher.agreement.Game.Effect;
import svc.launcher.agreement.MailModel.Email;
import svc.testkit.bundles.MailCalls;

/** The random changes of a {@link Game} by JMAP. */
final class JmapOperations {

    private static final Map<String, String> KEYWORDS =
            Map.of("$seen", "\\Seen", "$flagged", "\\Flagged", "work", "work", "$draft", "\\Draft");

    private final Game game;
    private final Choices choices;
    private final List<String> labels;
    private @Nullable Undo undo;

    /** The mailboxes that an email had before a client moved it. */
    private record Undo(int size, Set<String> mailboxes) {}

    JmapOperations(Game game, Choices choices, List<String> labels) {
        this.game = game;
        this.choices = choices;
        this.labels = labels;
    }

    private MailModel model() {
        return game.model();
    }

    void step(int choice) {
        if (choice < 70) {
            importMessage();
        } else if (choice < 75) {
            merge();
        } else {
            byJmap(choice);
        }
    }

    private JsonNode call(String method, String arguments) {
        JsonNode response = game.server()
                .calls("['" + method + "',{'accountId':'@'," + arguments + "},'c']")
                .path(0);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo(method);
        return response.path(1);
    }

    /** Imports a new message, or that of another email. */
    private void importMessage() {
        if (game.isFull()) {
            return;
        }
        JmapReplica client = game.anyClient();
        List<String> ids = List.copyOf(client.emails().keySet());
        MailCalls user = game.server().user();
        int size;
        String blob;
        if (ids.isEmpty() || choices.random().nextBoolean()) {
            size = game.messages().newSize();
            blob = user.upload(game.messages().ofSize(size));
        } else {
            String id = choices.any(ids);
            size = requireNonNull(client.emails().get(id)).path("size").asInt();
            blob = user.email(id, "blobId").path("blobId").asText();
        }
        Set<String> mailboxes =
                new TreeSet<>(List.of(choices.any(model().mailboxes()), choices.any(model().mailboxes())));
        Map<String, Long> uids = mailboxes.stream().collect(Collectors.toMap(name -> name, name -> 0L));
        Effect effect = model -> model.add(size, List.of("work"), uids);
        game.change(
                "JMAP import " + size + " into " + mailboxes,
                () -> {
                    JsonNode response = call(
                            "Email/import",
                            "'emails':{'k':{'blobId':'" + blob + "','keywords':{'work':true},'mailboxIds':"
                                    + ids(client, mailboxes) + "}}");
                    assertThat(response.at("/created/k/id").isTextual())
                            .as(response.toString())
                            .isTrue();
                    return effect;
                },
                effect);
        learnLast(mailboxes);
    }

    /** Learns the UIDs of one new message in some mailboxes: they are the last ones. */
    private void learnLast(Iterable<String> mailboxes) {
        for (String mailbox : mailboxes) {
            String status = game.fresh().ok("STATUS " + mailbox + " (UIDNEXT)").stream()
                    .filter(one -> one.startsWith("* STATUS"))
                    .findFirst()
                    .orElseThrow();
            long next = Long.parseLong(status.replaceAll(".*UIDNEXT (\\d+).*", "$1"));
            Map<Long, String> seen = new TreeMap<>(model().seenByImap(mailbox));
            String unknown = requireNonNull(seen.remove(0L), "a new message");
            seen.put(next - 1, unknown);
            model().learn(mailbox, seen);
        }
    }

    private String ids(JmapReplica client, Set<String> mailboxes) {
        Map<String, String> ids = client.mailboxIds();
        return mailboxes.stream()
                .map(name -> "'" + requireNonNull(ids.get(name), name) + "':true")
                .collect(Collectors.joining(",", "{", "}"));
    }

    private void merge() {
        Set<String> threads = game.anyClient().emails().values().stream()
                .map(email -> email.path("threadId").asText())
                .collect(Collectors.toCollection(TreeSet::new));
        if (threads.size() < 2) {
            return;
        }
        List<String> shuffled = new ArrayList<>(threads);
        Collections.shuffle(shuffled, choices.random());
        String ids = String.join("','", shuffled.subList(0, 2));
        game.change(
                "JMAP merge " + ids,
                () -> {
                    JsonNode response = call("Thread/merge", "'merge':{'m':{'threadIds':['" + ids + "']}}");
                    assertThat(response.at("/merged/m").isObject())
                            .as(response.toString())
                            .isTrue();
                    return model -> {};
                },
                model -> {});
    }

    /** Changes or destroys an email that a client of JMAP can tell from the others. */
    private void byJmap(int choice) {
        JmapReplica client = game.anyClient();
        Map<Integer, String> ids = distinct(client);
        if (ids.isEmpty()) {
            return;
        }
        int position = choices.any(List.copyOf(ids.keySet()));
        if (choice < 77) {
            String id = requireNonNull(ids.get(position));
            game.change(
                    "JMAP destroy " + model().email(position).size(),
                    () -> {
                        assertThat(MailCalls.texts(call("Email/set", "'destroy':['" + id + "']")
                                        .path("destroyed")))
                                .containsExactly(id);
                        return model -> model.destroy(position);
                    },
                    model -> model.destroy(position));
        } else if (choice < 84) {
            String keyword = choices.any(List.copyOf(new TreeSet<>(KEYWORDS.keySet())));
            String flag = requireNonNull(KEYWORDS.get(keyword));
            boolean set = choices.random().nextBoolean();
            update(ids, position, "'keywords/" + keyword + "':" + (set ? "true" : "null"), model -> {
                Email email = model.email(position);
                MailModel.change(email.flags(), set ? "+" : "-", List.of(flag));
            });
        } else if (choice < 88) {
            String label = choices.any(labels);
            boolean set = choices.random().nextBoolean();
            update(ids, position, "'labelIds/" + label + "':" + (set ? "true" : "null"), model -> {
                Email email = model.email(position);
                MailModel.change(email.labels(), set ? "+" : "-", List.of(label));
            });
        } else {
            Undo last = undo;
            if (choice < 93 && last != null) {
                ids.keySet().removeIf(one -> model().email(one).size() != last.size);
                if (ids.size() == 1 && model().mailboxes().containsAll(last.mailboxes)) {
                    place(client, ids, ids.keySet().iterator().next(), last.mailboxes);
                }
            } else {
                place(
                        client,
                        ids,
                        position,
                        new TreeSet<>(List.of(choices.any(model().mailboxes()), choices.any(model().mailboxes()))));
            }
        }
    }

    private void place(JmapReplica client, Map<Integer, String> ids, int position, Set<String> mailboxes) {
        Email email = model().email(position);
        undo = new Undo(email.size(), email.mailboxes());
        Set<String> added = new HashSet<>();
        update(ids, position, "'mailboxIds':" + ids(client, mailboxes), model -> {
            added.clear();
            added.addAll(model.place(position, mailboxes));
        });
        learnLast(new TreeSet<>(added));
    }

    private void update(Map<Integer, String> ids, int position, String patch, Effect effect) {
        String id = requireNonNull(ids.get(position));
        game.change(
                "JMAP " + model().email(position).size() + " " + patch,
                () -> {
                    JsonNode response = call("Email/set", "'update':{'" + id + "':{" + patch + "}}");
                    assertThat(response.path("updated").has(id))
                            .as(response.toString())
                            .isTrue();
                    return effect;
                },
                effect);
    }

    /** Returns the ids of the emails that no other email is equal to, by their positions in the model. */
    private Map<Integer, String> distinct(JmapReplica client) {
        Map<String, String> names = new HashMap<>();
        client.mailboxIds().forEach((name, id) -> names.put(id, name));
        Map<String, String> ids = new HashMap<>();
        client.emails().forEach((id, email) -> ids.put(AccountState.shown(email, names), id));
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < model().size(); i++) {
            if (model().email(i).isVisible()) {
                counts.merge(model().email(i).seenByJmap(), 1, Integer::sum);
            }
        }
        Map<Integer, String> distinct = new TreeMap<>();
        for (int i = 0; i < model().size(); i++) {
            String shown = model().email(i).seenByJmap();
            if (Integer.valueOf(1).equals(counts.get(shown))) {
                distinct.put(i, requireNonNull(ids.get(shown), shown));
            }
        }
        return distinct;
    }
}
