package svc.launcher.agreement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import svc.launcher.agreement.AccountState.Mailbox;
import svc.launcher.agreement.Game.Effect;
import svc.launcher.agreement.ImapReplica.Kind;
import svc.testkit.bundles.ReplayedMailbox.Message;

/** The random changes of a {@link Game} by IMAP. */
final class ImapOperations {

    private static final Pattern UIDS = Pattern.compile("\\[(?:APPENDUID|COPYUID) \\d+ (\\S+?)(?: (\\S+))?\\]");
    private static final Pattern MODIFIED = Pattern.compile("\\[MODIFIED (\\S+)\\]");
    private static final List<String> FLAGS = List.of("\\Seen", "\\Flagged", "\\Deleted", "work", "later");

    private final Game game;
    private final Choices choices;

    ImapOperations(Game game, Choices choices) {
        this.game = game;
        this.choices = choices;
    }

    private MailModel model() {
        return game.model();
    }

    void step(int choice) {
        ImapReplica session = game.anySession();
        if (choice < 18) {
            append(session);
        } else if (choice < 40) {
            store(session);
        } else if (choice < 53) {
            copy(session, choice < 46);
        } else if (choice < 61) {
            expunge(session);
        } else {
            fetch(session);
        }
    }

    private static List<Long> numbers(String set) {
        List<Long> numbers = new ArrayList<>();
        for (String range : set.split(",", -1)) {
            String[] ends = range.split(":", -1);
            for (long n = Long.parseLong(ends[0]); n <= Long.parseLong(ends[ends.length - 1]); n++) {
                numbers.add(n);
            }
        }
        return numbers;
    }

    private void append(ImapReplica session) {
        if (game.isFull()) {
            return;
        }
        String mailbox = choices.any(model().mailboxes());
        StringBuilder command = new StringBuilder("APPEND " + mailbox);
        Map<Integer, List<String>> messages = new TreeMap<>();
        for (int i = 0; i <= choices.random().nextInt(3); i++) {
            int size = game.messages().newSize();
            List<String> flags = choices.some(FLAGS);
            messages.put(size, flags);
            command.append(" (")
                    .append(String.join(" ", flags))
                    .append(") {")
                    .append(size)
                    .append("+}\r\n");
            command.append(new String(game.messages().ofSize(size), StandardCharsets.US_ASCII));
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
    record Selected(String prefix, String set, List<Message> messages) {

        /** Returns the UIDs. */
        Set<Long> uids() {
            return messages.stream().map(message -> message.uid()).collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** Selects messages as the client knows them; some of them may no longer exist. */
    Optional<Selected> select(ImapReplica session) {
        session.endIdle();
        List<Message> known = session.messages();
        if (known.isEmpty()) {
            session.settle();
            return Optional.empty();
        }
        boolean uid = choices.random().nextBoolean();
        List<Integer> numbers = choices.random()
                .ints(1 + choices.random().nextInt(4), 0, known.size())
                .distinct()
                .boxed()
                .toList();
        String set = numbers.stream()
                .map(number -> uid ? known.get(number).uid() : number + 1L)
                .map(String::valueOf)
                .collect(Collectors.joining(","));
        return Optional.of(new Selected(
                uid ? "UID " : "", set, numbers.stream().map(known::get).toList()));
    }

    private void store(ImapReplica session) {
        select(session).ifPresent(selected -> {
            if (session.kind() == Kind.QRESYNC && choices.random().nextInt(3) == 0 && !game.isEnding()) {
                storeUnchanged(session, selected.uids());
                return;
            }
            boolean silent = choices.random().nextBoolean();
            String mode = choices.any(List.of("", "+", "-"));
            List<String> flags = choices.some(FLAGS);
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
                                selected.messages.forEach(message -> MailModel.change(message.flags(), mode, flags));
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
        List<String> flags = choices.some(FLAGS);
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
        if (!move && game.isFull()) {
            return;
        }
        select(session).ifPresent(selected -> {
            String from = session.mailbox();
            String to = choices.any(model().mailboxes());
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
        if (choices.random().nextBoolean()) {
            Set<Long> all = new TreeSet<>(model().seenByImap(mailbox).keySet());
            expunge(
                    session,
                    choices.random().nextInt(4) == 0 ? "CLOSE" : "EXPUNGE",
                    model -> model.expunge(mailbox, all));
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
}
