package svc.launcher.agreement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.launcher.agreement.AccountState.Mailbox;
import svc.launcher.agreement.Game.Effect;
import svc.launcher.agreement.ImapReplica.Kind;
import svc.launcher.agreement.ImapReplica.Message;
import svc.launcher.agreement.MailModel.Email;
import svc.testkit.bundles.MailCalls;

/** The random changes of a {@link Game}. */
final class RandomOperations {

    private static final int MOST_EMAILS = 30;
    private static final int SMALLEST = 400;
    private static final Pattern UIDS = Pattern.compile("\\[(?:APPENDUID|COPYUID) \\d+ (\\S+?)(?: (\\S+))?\\]");
    private static final Pattern MODIFIED = Pattern.compile("\\[MODIFIED (\\S+)\\]");
    private static final List<String> FLAGS = List.of("\\Seen", "\\Flagged", "\\Deleted", "work", "later");
    private static final Map<String, String> KEYWORDS =
            Map.of("$seen", "\\Seen", "$flagged", "\\Flagged", "work", "work", "$draft", "\\Draft");

    private final Game game;
    private final Random random;
    private final List<String> labels;
    private int serial;
    private @Nullable Undo undo;

    /** The mailboxes that an email had before a client moved it. */
    private record Undo(int size, Set<String> mailboxes) {}

    RandomOperations(Game game, Random random, List<String> labels) {
        this.game = game;
        this.random = random;
        this.labels = labels;
    }

    private MailModel model() {
        return game.model();
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private List<String> some(List<String> of) {
        List<String> shuffled = new ArrayList<>(of);
        Collections.shuffle(shuffled, random);
        return List.copyOf(shuffled.subList(0, random.nextInt(3)));
    }

    private String mailbox() {
        return any(model().mailboxes());
    }

    void step() {
        int choice = random.nextInt(100);
        if (choice < 18) {
            append(game.anySession());
        } else if (choice < 40) {
            store(game.anySession());
        } else if (choice < 53) {
            copy(game.anySession(), choice < 46);
        } else if (choice < 61) {
            expunge(game.anySession());
        } else if (choice < 65) {
            fetch(game.anySession());
        } else if (choice < 70) {
            importMessage();
        } else if (choice < 75) {
            merge();
        } else if (choice < 98) {
            byJmap(choice);
        } else {
            new MailboxOperations(game, random).step();
        }
    }

    private static List<Long> numbers(String set) {
        List<Long> numbers = new ArrayList<>();
        for (String range : set.split(",")) {
            String[] ends = range.split(":");
            for (long n = Long.parseLong(ends[0]); n <= Long.parseLong(ends[ends.length - 1]); n++) {
                numbers.add(n);
            }
        }
        return numbers;
    }

    private void append(ImapReplica session) {
        if (model().size() > MOST_EMAILS) {
            return;
        }
        String mailbox = mailbox();
        StringBuilder command = new StringBuilder("APPEND " + mailbox);
        Map<Integer, List<String>> messages = new TreeMap<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            int size = SMALLEST + ++serial;
            List<String> flags = some(FLAGS);
            messages.put(size, flags);
            command.append(" (")
                    .append(String.join(" ", flags))
                    .append(") {")
                    .append(size)
                    .append("+}\r\n");
            command.append(new String(game.message(size), StandardCharsets.US_ASCII));
        }
        game.change(
                "APPEND " + mailbox + " " + messages,
                () -> {
                    Matcher code = UIDS.matcher(session.execute(command.toString(), () -> {}));
                    assertThat(code.find()).isTrue();
                    List<Long> uids = numbers(code.group(1));
                    assertThat(uids).hasSameSizeAs(messages.keySet());
                    return appended(mailbox, messages, uids);
                },
                appended(mailbox, messages, Collections.nCopies(messages.size(), 0L)));
        session.settle();
    }

    private static Effect appended(String mailbox, Map<Integer, List<String>> messages, List<Long> uids) {
        return model -> {
            int i = 0;
            for (Map.Entry<Integer, List<String>> message : messages.entrySet()) {
                model.add(message.getKey(), message.getValue(), Map.of(mailbox, uids.get(i++)));
            }
        };
    }

    /** Some messages of a session: their message numbers or UIDs. */
    private record Selected(String prefix, String set, List<Message> messages) {

        Set<Long> uids() {
            return messages.stream().map(message -> message.uid).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Selects messages as the client knows them; some of them may no longer exist. */
    private Optional<Selected> select(ImapReplica session) {
        session.endIdle();
        List<Message> known = session.messages();
        if (known.isEmpty()) {
            session.settle();
            return Optional.empty();
        }
        boolean uid = random.nextBoolean();
        List<Integer> numbers = random.ints(1 + random.nextInt(4), 0, known.size())
                .distinct()
                .boxed()
                .toList();
        String set = numbers.stream()
                .map(number -> uid ? known.get(number).uid : number + 1L)
                .map(String::valueOf)
                .collect(Collectors.joining(","));
        return Optional.of(new Selected(
                uid ? "UID " : "", set, numbers.stream().map(known::get).toList()));
    }

    private void store(ImapReplica session) {
        select(session).ifPresent(selected -> {
            if (session.kind() == Kind.QRESYNC && random.nextInt(3) == 0 && !game.isEnding()) {
                storeUnchanged(session, selected.uids());
                return;
            }
            boolean silent = random.nextBoolean();
            String mode = any(List.of("", "+", "-"));
            List<String> flags = some(FLAGS);
            String mailbox = session.mailbox();
            String command = selected.prefix + "STORE " + selected.set + " " + mode + "FLAGS"
                    + (silent ? ".SILENT" : "") + " (" + String.join(" ", flags) + ")";
            Set<Long> uids = selected.uids();
            Effect effect = model -> model.store(mailbox, uids, mode, flags);
            game.change(
                    mailbox + " " + uids + ": " + command,
                    () -> {
                        session.execute(command, () -> {
                            if (silent) {
                                selected.messages.forEach(message -> MailModel.change(message.flags, mode, flags));
                            }
                        });
                        return effect;
                    },
                    effect);
            session.settle();
        });
    }

    /** Changes the flags of messages that have not changed since everything was compared. */
    private void storeUnchanged(ImapReplica session, Set<Long> uids) {
        String name = session.mailbox();
        Mailbox checked = game.checked(name).orElse(null);
        if (checked == null || checked.modseq() == 0) {
            session.settle();
            return;
        }
        List<String> flags = some(FLAGS);
        String set = uids.stream().map(String::valueOf).collect(Collectors.joining(","));
        String command = "UID STORE " + set + " (UNCHANGEDSINCE " + checked.modseq() + ") FLAGS ("
                + String.join(" ", flags) + ")";
        Map<Long, String> seen = model().seenByImap(name);
        game.change(
                name + ": " + command,
                () -> {
                    Matcher code = MODIFIED.matcher(session.execute(command, () -> {}));
                    Set<Long> modified = new TreeSet<>(code.find() ? numbers(code.group(1)) : List.of());
                    Set<Long> stored = new TreeSet<>(uids);
                    stored.retainAll(seen.keySet());
                    stored.removeAll(modified);
                    Map<Long, String> before = checked.seen();
                    stored.forEach(
                            uid -> assertThat(before.get(uid)).as("UID " + uid).isEqualTo(seen.get(uid)));
                    return model -> model.store(name, stored, "", flags);
                },
                model -> {});
        session.settle();
    }

    private void copy(ImapReplica session, boolean move) {
        if (!move && model().size() > MOST_EMAILS) {
            return;
        }
        select(session).ifPresent(selected -> {
            String from = session.mailbox();
            String to = mailbox();
            Set<Long> uids = selected.uids();
            String command = selected.prefix + (move ? "MOVE " : "COPY ") + selected.set + " " + to;
            Set<Long> present = new TreeSet<>(uids);
            present.retainAll(model().seenByImap(from).keySet());
            game.change(
                    from + " " + uids + ": " + command,
                    () -> {
                        Matcher code = UIDS.matcher(session.execute(command, () -> {}));
                        Map<Long, Long> copied = new TreeMap<>();
                        if (code.find()) {
                            List<Long> targets = numbers(requireNonNull(code.group(2)));
                            List<Long> sources = numbers(code.group(1));
                            for (int i = 0; i < sources.size(); i++) {
                                copied.put(sources.get(i), targets.get(i));
                            }
                        }
                        assertThat(copied.keySet()).as(command).isEqualTo(present);
                        return model -> model.copy(from, present, to, move, copied);
                    },
                    model -> model.copy(from, present, to, move, Map.of()));
            session.settle();
        });
    }

    private void expunge(ImapReplica session) {
        String mailbox = session.mailbox();
        if (random.nextBoolean()) {
            Set<Long> all = new TreeSet<>(model().seenByImap(mailbox).keySet());
            expunge(session, random.nextInt(4) == 0 ? "CLOSE" : "EXPUNGE", model -> model.expunge(mailbox, all));
        } else {
            select(session).ifPresent(selected -> {
                Set<Long> uids = selected.uids();
                String set = uids.stream().map(String::valueOf).collect(Collectors.joining(","));
                expunge(session, "UID EXPUNGE " + set, model -> model.expunge(mailbox, uids));
            });
        }
    }

    private void expunge(ImapReplica session, String command, Effect effect) {
        game.change(
                session.mailbox() + ": " + command,
                () -> {
                    session.execute(command, () -> {});
                    return effect;
                },
                effect);
        if (command.equals("CLOSE")) {
            session.selectAgain();
        }
        session.settle();
    }

    /** Fetches texts, which adds a flag. */
    private void fetch(ImapReplica session) {
        select(session).ifPresent(selected -> {
            String mailbox = session.mailbox();
            Set<Long> uids = selected.uids();
            Effect effect = model -> model.store(mailbox, uids, "+", List.of("\\Seen"));
            game.change(
                    mailbox + " " + uids + ": FETCH",
                    () -> {
                        session.execute(selected.prefix + "FETCH " + selected.set + " (FLAGS BODY[TEXT])", () -> {});
                        return effect;
                    },
                    effect);
            session.settle();
        });
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
        if (model().size() > MOST_EMAILS) {
            return;
        }
        JmapReplica client = game.anyClient();
        List<String> ids = List.copyOf(client.emails().keySet());
        MailCalls user = game.server().user();
        int size;
        String blob;
        if (ids.isEmpty() || random.nextBoolean()) {
            size = SMALLEST + ++serial;
            blob = user.upload(game.message(size));
        } else {
            String id = any(ids);
            size = requireNonNull(client.emails().get(id)).path("size").asInt();
            blob = user.email(id, "blobId").path("blobId").asText();
        }
        Set<String> mailboxes = new TreeSet<>(List.of(mailbox(), mailbox()));
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
        game.learnLast(mailboxes);
    }

    private String ids(JmapReplica client, Set<String> mailboxes) {
        Map<String, String> ids = game.mailboxIds(client);
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
        Collections.shuffle(shuffled, random);
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
        int position = any(List.copyOf(ids.keySet()));
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
            String keyword = any(List.copyOf(new TreeSet<>(KEYWORDS.keySet())));
            String flag = requireNonNull(KEYWORDS.get(keyword));
            boolean set = random.nextBoolean();
            update(ids, position, "'keywords/" + keyword + "':" + (set ? "true" : "null"), model -> {
                Email email = model.email(position);
                MailModel.change(email.flags(), set ? "+" : "-", List.of(flag));
            });
        } else if (choice < 88) {
            String label = any(labels);
            boolean set = random.nextBoolean();
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
                place(client, ids, position, new TreeSet<>(List.of(mailbox(), mailbox())));
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
        game.learnLast(new TreeSet<>(added));
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
        game.mailboxIds(client).forEach((name, id) -> names.put(id, name));
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
