package svc.cap.mail;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.cap.mail.MailHome.Letter;
import svc.testkit.engine.Client;

/** Does something to an account at random, and knows what must have become of it. A message is known by its size. */
final class MailOracle {

    private static final List<String> WORDS = List.of("$seen", "$draft", "$flagged", "$answered", "work", "later");
    private static final int MOST = 60;

    private final MailHome home;
    private final Client client;
    private final Random random;
    private final Map<Long, Item> items = new TreeMap<>();
    private final List<Conversation> conversations = new ArrayList<>();
    private final Map<String, Boolean> mailboxes = new LinkedHashMap<>();
    private String trash = "";
    private long serial = 1000;

    MailOracle(MailHome home, Client client, Random random) {
        this.home = home;
        this.client = client;
        this.random = random;
        Map<String, String> roles = MailHome.roles(client);
        roles.forEach((role, id) -> {
            if (List.of("inbox", "archive", "trash").contains(role)) {
                mailboxes.put(id, role.equals("inbox"));
            }
        });
        trash = roles.getOrDefault("trash", "");
    }

    /** A message. */
    static final class Item {
        final long serial;
        final long received;
        String id = "";
        Set<String> keywords;
        Set<String> places;
        Conversation conversation = new Conversation();

        Item(long serial, long received, Set<String> keywords, Set<String> places) {
            this.serial = serial;
            this.received = received;
            this.keywords = keywords;
            this.places = places;
        }

        boolean unread() {
            return !keywords.contains("$seen") && !keywords.contains("$draft");
        }
    }

    /** A thread. */
    static final class Conversation {
        final Set<String> links = new HashSet<>();
        final List<Item> items = new ArrayList<>();
    }

    Collection<Item> items() {
        return items.values();
    }

    List<String> mailboxes() {
        return new ArrayList<>(mailboxes.keySet());
    }

    String step() {
        int dice = random.nextInt(100);
        if (dice < 35 && items.size() < MOST) {
            return arrive();
        } else if (dice < 75) {
            return change();
        } else if (dice < 90) {
            return remove();
        } else if (dice < 94) {
            return make();
        } else if (dice < 97) {
            return destroy();
        }
        return moveTrash();
    }

    private String arrive() {
        List<Letter> letters = new ArrayList<>();
        List<Item> fresh = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            Item item = new Item(serial++, random.nextInt(50), some(WORDS, 2), atLeastOne());
            Set<Long> links = new TreeSet<>();
            for (int j = 0; j < random.nextInt(4); j++) {
                links.add((long) random.nextInt(25));
            }
            String subject = "s" + random.nextInt(2);
            letters.add(new Letter(item.places.toArray(String[]::new))
                    .with(item.keywords.toArray(String[]::new))
                    .at(item.received)
                    .size(item.serial)
                    .subject(subject)
                    .links(links.toArray(Long[]::new)));
            fresh.add(item);
            join(item, links, subject);
        }
        home.put(client, letters);
        fresh.forEach(item -> items.put(item.serial, item));
        return "arrive " + fresh.size();
    }

    private void join(Item item, Set<Long> links, String subject) {
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

    private String change() {
        Map<String, Object> updates = new HashMap<>();
        for (Item item : sample(5)) {
            Map<String, @Nullable Object> patch = new HashMap<>();
            if (random.nextBoolean()) {
                String word = WORDS.get(random.nextInt(WORDS.size()));
                Set<String> words = new HashSet<>(item.keywords);
                boolean had = !words.add(word) && words.remove(word);
                patch.put("keywords/" + word, had ? null : true);
                item.keywords = words;
            }
            if (patch.isEmpty() || random.nextBoolean()) {
                item.places = atLeastOne();
                patch.put("mailboxIds", truths(item.places));
            }
            updates.put(item.id, patch);
        }
        Map<String, Object> refused = Map.of();
        var answer = client.call("Email/set", Map.of("update", updates)).done();
        assertThat(answer.arguments().get("notUpdated")).as("notUpdated").isNull();
        return "change " + updates + refused;
    }

    private String remove() {
        List<Item> gone = sample(3);
        List<String> ids = gone.stream().map(item -> item.id).toList();
        var answer = client.call("Email/set", Map.of("destroy", ids)).done();
        assertThat(answer.arguments().get("notDestroyed")).isNull();
        gone.forEach(this::forget);
        return "remove " + ids;
    }

    private void forget(Item item) {
        items.remove(item.serial);
        item.conversation.items.remove(item);
        if (item.conversation.items.isEmpty()) {
            conversations.remove(item.conversation);
        }
    }

    private String make() {
        if (mailboxes.size() > 6) {
            return "nothing";
        }
        mailboxes.put(client.create("Mailbox", Map.of("name", "box" + serial++)), false);
        return "make a mailbox";
    }

    /** A mailbox that may go; empty when there is none. */
    private String anyThatMayGo() {
        List<String> possible = mailboxes().stream()
                .filter(id -> Boolean.FALSE.equals(mailboxes.get(id)))
                .toList();
        return possible.isEmpty() ? "" : possible.get(random.nextInt(possible.size()));
    }

    private String destroy() {
        String id = anyThatMayGo();
        if (id.isEmpty()) {
            return "nothing";
        }
        var answer = client.call("Mailbox/set", Map.of("destroy", List.of(id), "onDestroyRemoveEmails", true))
                .done();
        assertThat(answer.texts("destroyed")).containsExactly(id);
        mailboxes.remove(id);
        trash = trash.equals(id) ? "" : trash;
        for (Item item : List.copyOf(items.values())) {
            item.places = new HashSet<>(item.places);
            if (item.places.remove(id) && item.places.isEmpty()) {
                forget(item);
            }
        }
        return "destroy " + id;
    }

    private String moveTrash() {
        String id = anyThatMayGo();
        if (id.isEmpty()) {
            return "nothing";
        }
        Map<String, @Nullable Object> none = new HashMap<>();
        none.put("role", null);
        Map<String, Object> updates = new LinkedHashMap<>();
        if (!id.equals(trash)) {
            updates.put(id, Map.of("role", "trash"));
        }
        if (!trash.isEmpty()) {
            updates.put(trash, none);
        }
        client.call("Mailbox/set", Map.of("update", updates)).done();
        trash = id.equals(trash) ? "" : id;
        return "trash is " + trash;
    }

    private List<Item> sample(int most) {
        List<Item> all = new ArrayList<>(items.values());
        java.util.Collections.shuffle(all, random);
        return all.subList(0, Math.min(all.size(), 1 + random.nextInt(most)));
    }

    private Set<String> some(List<String> of, int most) {
        Set<String> some = new HashSet<>();
        for (int i = random.nextInt(most + 1); i > 0; i--) {
            some.add(of.get(random.nextInt(of.size())));
        }
        return some;
    }

    private Set<String> atLeastOne() {
        Set<String> places = some(mailboxes(), 2);
        places.add(mailboxes().get(random.nextInt(mailboxes.size())));
        return places;
    }

    private static Map<String, Object> truths(Set<String> names) {
        Map<String, Object> truths = new HashMap<>();
        names.forEach(name -> truths.put(name, true));
        return truths;
    }

    /** Compares all that the server tells of messages, threads and mailboxes. */
    void check() {
        var answer = client.call(
                        "Email/get",
                        mapped("ids", null, "properties", List.of("size", "threadId", "keywords", "mailboxIds")))
                .done();
        Map<String, Set<Long>> threads = new HashMap<>();
        Set<Long> seen = new HashSet<>();
        for (Object one : answer.list("list")) {
            Map<?, ?> email = (Map<?, ?>) one;
            long number = requireNonNull((Number) email.get("size")).longValue();
            Item item = requireNonNull(items.get(number), () -> "message " + number);
            seen.add(number);
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
        assertThat(seen).as("messages").isEqualTo(items.keySet());
        Set<Set<Long>> expected = new HashSet<>();
        conversations.forEach(one -> expected.add(
                new TreeSet<>(one.items.stream().map(item -> item.serial).toList())));
        assertThat(new HashSet<>(threads.values())).as("threads").isEqualTo(expected);
        checkThreads(threads);
        client.all("Mailbox")
                .forEach((id, mailbox) ->
                        assertThat(counts(mailbox)).as("counts of " + id).isEqualTo(counts(id)));
    }

    private void checkThreads(Map<String, Set<Long>> threads) {
        client.all("Thread").forEach((id, thread) -> {
            List<String> sorted = items.values().stream()
                    .filter(item -> threads.getOrDefault(id, Set.of()).contains(item.serial))
                    .sorted(java.util.Comparator.comparingLong((Item item) -> item.received)
                            .thenComparingLong(item -> MailHome.email(item.id)))
                    .map(item -> item.id)
                    .toList();
            assertThat(thread.get("emailIds")).as("messages of " + id).isEqualTo(sorted);
        });
    }

    private static List<Long> counts(Map<String, @Nullable Object> mailbox) {
        return List.of("totalEmails", "unreadEmails", "totalThreads", "unreadThreads").stream()
                .map(name -> requireNonNull((Number) mailbox.get(name)).longValue())
                .toList();
    }

    /** RFC 8621 §2, word by word. */
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
