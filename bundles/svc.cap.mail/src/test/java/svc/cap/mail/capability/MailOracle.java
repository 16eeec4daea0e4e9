package svc.cap.mail.capability;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.store.ObjectId;
import svc.cap.mail.AccountUnderTest;
import svc.cap.mail.TestMessage;

/** The expected content of an account. It recounts everything at each check. It identifies messages by their size. */
public final class MailOracle {

    private final AccountUnderTest account;
    private final Map<Long, Item> items = new TreeMap<>();
    private final List<Conversation> conversations = new ArrayList<>();
    private final Map<String, Boolean> mailboxes = new LinkedHashMap<>();
    private String trash = "";

    /** Creates the oracle of a new account. */
    public MailOracle(AccountUnderTest account) {
        this.account = account;
        account.all("Mailbox").forEach((id, mailbox) -> {
            String role = String.valueOf(mailbox.get("role"));
            if (List.of("inbox", "archive", "trash").contains(role)) {
                mailboxes.put(id, role.equals("inbox"));
            }
            trash = role.equals("trash") ? id : trash;
        });
    }

    /** An email. */
    public static final class Item {
        public final long serial;
        public final long received;
        public String id = "";
        public Set<String> keywords;
        public Set<String> places;
        public Conversation conversation = new Conversation();

        public Item(long serial, long received, Set<String> keywords, Set<String> places) {
            this.serial = serial;
            this.received = received;
            this.keywords = keywords;
            this.places = places;
        }

        public long number() {
            return ObjectId.parse(EmailType.LETTER, id).orElseThrow();
        }

        boolean unread() {
            return !keywords.contains("$seen") && !keywords.contains("$draft");
        }
    }

    /** A thread. */
    public static final class Conversation {
        final Set<String> links = new HashSet<>();
        public final List<Item> items = new ArrayList<>();
    }

    public Collection<Item> items() {
        return items.values();
    }

    public List<String> mailboxes() {
        return new ArrayList<>(mailboxes.keySet());
    }

    /** Returns the mailboxes that can be destroyed or become the trash. */
    public List<String> ordinary() {
        return mailboxes().stream()
                .filter(id -> Boolean.FALSE.equals(mailboxes.get(id)))
                .toList();
    }

    public String trash() {
        return trash;
    }

    public void trashIs(String id) {
        trash = id;
    }

    /** Adds a message with these links and this subject. It can connect threads. */
    public void arrived(Item item, Set<Long> links, String subject) {
        items.put(item.serial, item);
        Conversation mine = new Conversation();
        links.forEach(link -> mine.links.add(link + subject));
        mine.items.add(item);
        for (Conversation other : List.copyOf(conversations)) {
            if (other.links.stream().anyMatch(mine.links::contains)) {
                conversations.remove(other);
                mine.links.addAll(other.links);
                mine.items.addAll(other.items);
            }
        }
        mine.items.forEach(one -> one.conversation = mine);
        conversations.add(mine);
    }

    /** Merges threads. */
    public void merged(Collection<Conversation> meant) {
        Conversation one = new Conversation();
        for (Conversation other : meant) {
            conversations.remove(other);
            one.links.addAll(other.links);
            one.items.addAll(other.items);
        }
        one.items.forEach(item -> item.conversation = one);
        conversations.add(one);
    }

    public void forget(Item item) {
        items.remove(item.serial);
        item.conversation.items.remove(item);
        if (item.conversation.items.isEmpty()) {
            conversations.remove(item.conversation);
        }
    }

    /** Adds the mailbox of this name. */
    public void made(String name) {
        account.all("Mailbox").forEach((id, mailbox) -> {
            if (name.equals(mailbox.get("name"))) {
                mailboxes.put(id, false);
            }
        });
    }

    public void forget(String mailbox) {
        mailboxes.remove(mailbox);
        trash = trash.equals(mailbox) ? "" : trash;
        for (Item item : List.copyOf(items.values())) {
            item.places = new HashSet<>(item.places);
            if (item.places.remove(mailbox) && item.places.isEmpty()) {
                forget(item);
            }
        }
    }

    /** Reads the ids of all emails again, because emails get new ids when threads merge. */
    public void learnIds() {
        var answer = account.call("Email/get", mapped("ids", null, "properties", List.of("size")))
                .done();
        for (Object one : answer.list("list")) {
            Map<?, ?> email = (Map<?, ?>) one;
            requireNonNull(items.get(requireNonNull((Number) email.get("size")).longValue())).id =
                    String.valueOf(email.get("id"));
        }
    }

    /** Compares emails, threads and mailboxes with the server, and text searches if it has an index. */
    public void check() {
        var answer = account.call(
                        "Email/get",
                        mapped("ids", null, "properties", List.of("size", "threadId", "keywords", "mailboxIds")))
                .done();
        Map<String, Set<Long>> threads = new HashMap<>();
        Set<Long> visited = new HashSet<>();
        for (Object one : answer.list("list")) {
            Map<?, ?> email = (Map<?, ?>) one;
            long number = requireNonNull((Number) email.get("size")).longValue();
            Item item = requireNonNull(items.get(number), () -> "message " + number);
            visited.add(number);
            item.id = String.valueOf(email.get("id"));
            assertThat(requireNonNull((Map<?, ?>) email.get("keywords")).keySet())
                    .as("keywords")
                    .isEqualTo(item.keywords);
            assertThat(requireNonNull((Map<?, ?>) email.get("mailboxIds")).keySet())
                    .as("mailboxIds")
                    .isEqualTo(item.places);
            threads.computeIfAbsent((String) email.get("threadId"), id -> new TreeSet<>())
                    .add(number);
        }
        assertThat(visited).as("messages").isEqualTo(items.keySet());
        Set<Set<Long>> expected = new HashSet<>();
        conversations.forEach(one -> expected.add(
                new TreeSet<>(one.items.stream().map(item -> item.serial).toList())));
        assertThat(new HashSet<>(threads.values())).as("threads").isEqualTo(expected);
        checkThreads(threads);
        account.all("Mailbox")
                .forEach((id, mailbox) ->
                        assertThat(counts(mailbox)).as("counts of " + id).isEqualTo(counts(id)));
        if (account.searches()) {
            checkTexts();
        }
    }

    private void checkTexts() {
        for (long word = 0; word < TestMessage.WORDS; word++) {
            Map<String, Object> query = Map.of("filter", Map.of("body", TestMessage.word(word)));
            long rest = word;
            List<String> expected = items.values().stream()
                    .filter(item -> item.serial % TestMessage.WORDS == rest)
                    .map(item -> item.id)
                    .toList();
            assertThat(account.call("Email/query", query).done().texts("ids"))
                    .as("messages with " + TestMessage.word(word))
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private void checkThreads(Map<String, Set<Long>> threads) {
        account.all("Thread").forEach((id, thread) -> {
            List<String> sorted = items.values().stream()
                    .filter(item -> threads.getOrDefault(id, Set.of()).contains(item.serial))
                    .sorted(Comparator.comparingLong((Item item) -> item.received)
                            .thenComparingLong(item -> item.number()))
                    .map(item -> item.id)
                    .toList();
            assertThat(thread.get("emailIds")).as("messages of " + id).isEqualTo(sorted);
        });
    }

    private static List<Long> counts(Map<String, @Nullable Object> mailbox) {
        return Stream.of("totalEmails", "unreadEmails", "totalThreads", "unreadThreads")
                .map(name -> requireNonNull((Number) mailbox.get(name)).longValue())
                .toList();
    }

    /** Computes the counts as RFC 8621 §2 defines them. */
    private List<Long> counts(String id) {
        long emails =
                items.values().stream().filter(item -> item.places.contains(id)).count();
        long unread = items.values().stream()
                .filter(item -> item.places.contains(id) && item.unread())
                .count();
        List<Conversation> here = conversations.stream()
                .filter(one -> one.items.stream().anyMatch(item -> item.places.contains(id)))
                .toList();
        long unreadThreads = here.stream()
                .filter(one -> one.items.stream()
                        .filter(item ->
                                id.equals(trash) ? item.places.contains(trash) : !item.places.equals(Set.of(trash)))
                        .anyMatch(Item::unread))
                .count();
        return List.of(emails, unread, (long) here.size(), unreadThreads);
    }

    static Map<String, @Nullable Object> mapped(String key, @Nullable Object value, String other, Object more) {
        Map<String, @Nullable Object> map = new HashMap<>();
        map.put(key, value);
        map.put(other, more);
        return map;
    }
}
