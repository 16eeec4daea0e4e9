package svc.launcher.agreement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An account as a new session of IMAP and a full get of JMAP show it.
 *
 * @param mailboxes the mailboxes of IMAP by name
 * @param objects the objects of JMAP by type and id
 */
record AccountState(Map<String, Mailbox> mailboxes, Map<String, Map<String, JsonNode>> objects) {

    private static final Map<String, String> FLAGS =
            Map.of("$seen", "\\Seen", "$flagged", "\\Flagged", "$answered", "\\Answered", "$draft", "\\Draft");
    private static final Pattern CODE = Pattern.compile("\\[(UIDVALIDITY|UIDNEXT|HIGHESTMODSEQ) (\\d+)\\]");
    private static final Pattern ITEM = Pattern.compile("(UID|RFC822.SIZE|MODSEQ|FLAGS) (?:\\(([^)]*)\\)|(\\d+))");

    /** A message of IMAP. */
    record Message(int size, Set<String> flags, long modseq) {}

    /** A mailbox of IMAP, with its messages by UID. */
    record Mailbox(long validity, long next, long modseq, Map<Long, Message> messages) {

        Map<Long, String> seen() {
            Map<Long, String> seen = new TreeMap<>();
            messages.forEach((uid, message) -> seen.put(uid, message.size + " " + message.flags));
            return seen;
        }
    }

    /** Reads an account. */
    static AccountState read(ImapConnection session, ServerAccess server) {
        List<String> names = new ArrayList<>();
        for (String response : session.ok("LIST \"\" Extra*")) {
            if (response.startsWith("* LIST")) {
                names.add(response.substring(response.lastIndexOf(' ') + 1).replace("\"", ""));
            }
        }
        names.addAll(Game.MAILBOXES);
        Map<String, Mailbox> mailboxes = new TreeMap<>();
        List<String> tags = new ArrayList<>();
        for (String name : names) {
            tags.add(session.begin("SELECT " + name));
            tags.add(session.begin("UID FETCH 1:* (UID FLAGS RFC822.SIZE MODSEQ)"));
        }
        for (int i = 0; i < names.size(); i++) {
            mailboxes.put(names.get(i), mailbox(session.end(tags.get(2 * i)), session.end(tags.get(2 * i + 1))));
        }
        return new AccountState(mailboxes, JmapReplica.read(server));
    }

    private static Mailbox mailbox(List<String> selected, List<String> fetched) {
        assertThat(selected.get(selected.size() - 1)).startsWith("OK ");
        Map<String, Long> codes = new HashMap<>();
        for (String response : selected) {
            Matcher code = CODE.matcher(response);
            if (code.find()) {
                codes.put(code.group(1), Long.parseLong(code.group(2)));
            }
        }
        Map<Long, Message> messages = new TreeMap<>();
        for (String response : fetched) {
            Map<String, String> items = new HashMap<>();
            Matcher item = ITEM.matcher(response);
            while (item.find()) {
                items.put(item.group(1), item.group(2) == null ? item.group(3) : item.group(2));
            }
            if (response.matches("\\* \\d+ FETCH .*")) {
                Set<String> flags = new TreeSet<>(List.of(item(items, "FLAGS").split(" ")));
                flags.remove("");
                Message message = new Message(
                        Integer.parseInt(item(items, "RFC822.SIZE")), flags, Long.parseLong(item(items, "MODSEQ")));
                assertThat(messages.put(Long.parseLong(item(items, "UID")), message))
                        .as(response)
                        .isNull();
            }
        }
        assertThat(fetched.get(fetched.size() - 1)).startsWith("OK ");
        return new Mailbox(
                requireNonNull(codes.get("UIDVALIDITY")),
                requireNonNull(codes.get("UIDNEXT")),
                codes.getOrDefault("HIGHESTMODSEQ", 0L),
                messages);
    }

    private static String item(Map<String, String> items, String name) {
        return requireNonNull(items.get(name), () -> name + " is missing in " + items);
    }

    /** Returns the emails of JMAP as text, in order. */
    List<String> emails() {
        Map<String, String> names = new HashMap<>();
        requireNonNull(objects.get("Mailbox")).forEach((id, mailbox) -> names.put(id, name(mailbox)));
        return requireNonNull(objects.get("Email")).values().stream()
                .map(email -> shown(email, names))
                .sorted()
                .toList();
    }

    /** Returns the name of IMAP for a mailbox of JMAP. */
    static String name(JsonNode mailbox) {
        return mailbox.path("role").asText().equals("inbox")
                ? "INBOX"
                : mailbox.path("name").asText();
    }

    /** Returns an email of JMAP as text. */
    static String shown(JsonNode email, Map<String, String> mailboxNames) {
        Set<String> flags = new TreeSet<>();
        email.path("keywords").fieldNames().forEachRemaining(word -> flags.add(FLAGS.getOrDefault(word, word)));
        Set<String> labels = new TreeSet<>();
        email.path("labelIds").fieldNames().forEachRemaining(labels::add);
        Set<String> mailboxes = new TreeSet<>();
        email.path("mailboxIds").fieldNames().forEachRemaining(id -> mailboxes.add(mailboxNames.getOrDefault(id, id)));
        return MailModel.shown(email.path("size").asInt(), flags, labels, mailboxes);
    }

    /** Returns the counts of JMAP, by the names of the mailboxes: all emails, and the unread ones. */
    Map<String, List<Integer>> counts() {
        Map<String, List<Integer>> counts = new TreeMap<>();
        requireNonNull(objects.get("Mailbox"))
                .values()
                .forEach(mailbox -> counts.put(
                        name(mailbox),
                        List.of(
                                mailbox.path("totalEmails").asInt(),
                                mailbox.path("unreadEmails").asInt())));
        return counts;
    }

    /**
     * Compares the account with a model, which learns the UIDs of new messages.
     *
     * @param before the state of an earlier check; a mailbox that is not in it is new
     */
    void check(MailModel model, Map<String, Mailbox> before) {
        assertThat(mailboxes.keySet()).containsExactlyInAnyOrderElementsOf(model.mailboxes());
        mailboxes.forEach((name, mailbox) -> {
            model.learn(name, mailbox.seen());
            assertThat(mailbox.seen()).as(name).isEqualTo(model.seenByImap(name));
            if (before.containsKey(name)) {
                checkOrder(name, requireNonNull(before.get(name)), mailbox);
            }
        });
        assertThat(emails()).as("emails of JMAP").isEqualTo(model.seenByJmap());
        Map<String, List<Integer>> counts = counts();
        mailboxes.forEach((name, mailbox) -> {
            List<Message> visible = mailbox.messages.values().stream()
                    .filter(message -> !message.flags.contains(MailModel.DELETED))
                    .toList();
            long unread = visible.stream()
                    .filter(message -> !message.flags.contains("\\Seen") && !message.flags.contains("\\Draft"))
                    .count();
            assertThat(counts.get(name)).as("counts of " + name).isEqualTo(List.of(visible.size(), (int) unread));
        });
    }

    /** Compares UIDs and modification sequences with those of an earlier check. */
    private static void checkOrder(String name, Mailbox before, Mailbox now) {
        assertThat(now.validity).as("UIDVALIDITY of " + name).isEqualTo(before.validity);
        assertThat(now.next).as("UIDNEXT of " + name).isGreaterThanOrEqualTo(before.next);
        assertThat(now.modseq).as("HIGHESTMODSEQ of " + name).isGreaterThanOrEqualTo(before.modseq);
        boolean changed = !now.messages.keySet().equals(before.messages.keySet());
        for (Map.Entry<Long, Message> one : now.messages.entrySet()) {
            String what = "UID " + one.getKey() + " of " + name;
            Message message = one.getValue();
            assertThat(one.getKey()).as(what).isLessThan(now.next);
            assertThat(message.modseq).as("MODSEQ of " + what).isBetween(1L, now.modseq);
            Message old = before.messages.get(one.getKey());
            if (old == null) {
                assertThat(one.getKey()).as(what).isGreaterThanOrEqualTo(before.next);
                assertThat(message.modseq).as("MODSEQ of new " + what).isGreaterThan(before.modseq);
            } else if (!old.flags.equals(message.flags)) {
                changed = true;
                assertThat(message.modseq).as("MODSEQ of changed " + what).isGreaterThan(before.modseq);
            } else {
                assertThat(message.modseq).as("MODSEQ of " + what).isGreaterThanOrEqualTo(old.modseq);
            }
        }
        if (changed) {
            assertThat(now.modseq).as("HIGHESTMODSEQ of changed " + name).isGreaterThan(before.modseq);
        }
    }
}
