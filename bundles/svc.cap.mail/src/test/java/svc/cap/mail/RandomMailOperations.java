package svc.cap.mail;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.cap.mail.capability.MailOracle;
import svc.cap.mail.capability.MailOracle.Item;

/** Random operations on an account. Each one updates the oracle with its expected effect. */
public final class RandomMailOperations {

    private static final List<String> WORDS = List.of("$seen", "$draft", "$flagged", "$answered", "work", "later");
    private static final int MOST = 60;

    private final AccountUnderTest account;
    private final MailOracle oracle;
    private final Random random;
    private long serial = 1000;
    private @Nullable Runnable doubt;

    /** Creates the operations for an account and its oracle. */
    public RandomMailOperations(AccountUnderTest account, MailOracle oracle, Random random) {
        this.account = account;
        this.oracle = oracle;
        this.random = random;
    }

    /** Runs one operation. Returns its description. */
    public String step() {
        int choice = random.nextInt(100);
        if (choice < 35 && oracle.items().size() < MOST) {
            return arrive();
        } else if (choice < 75) {
            return change();
        } else if (choice < 90) {
            return remove();
        } else if (choice < 92) {
            return merge();
        } else if (choice < 94) {
            return make();
        } else if (choice < 97) {
            return destroy();
        }
        return moveTrash();
    }

    private String arrive() {
        List<TestMessage> letters = new ArrayList<>();
        List<Runnable> effects = new ArrayList<>();
        for (int i = 0; i <= random.nextInt(3); i++) {
            Item item = new Item(serial++, random.nextInt(50), some(WORDS, 2), atLeastOne());
            Set<Long> links = new TreeSet<>();
            for (int j = 0; j < random.nextInt(4); j++) {
                links.add((long) random.nextInt(25));
            }
            String subject = "s" + random.nextInt(2);
            effects.add(() -> oracle.arrived(item, links, subject));
            letters.add(new TestMessage(item.places.toArray(String[]::new))
                    .with(item.keywords.toArray(String[]::new))
                    .at(item.received)
                    .size(item.serial)
                    .subject(subject)
                    .links(links.toArray(Long[]::new)));
        }
        carry(() -> account.deliver(letters), () -> effects.forEach(Runnable::run));
        oracle.learnIds();
        return "arrive " + letters.size();
    }

    /** Runs a call and applies its effect. If there is no response, the effect remains open until {@link #settle}. */
    private void carry(Runnable call, Runnable effect) {
        doubt = effect;
        call.run();
        doubt = null;
        effect.run();
    }

    /** Checks after a restart of the server that the last unanswered call was applied as a whole or not at all. */
    public void settle() {
        Runnable open = doubt;
        doubt = null;
        if (open == null) {
            oracle.check();
            return;
        }
        try {
            oracle.check();
        } catch (AssertionError | NullPointerException notAsBefore) {
            open.run();
            try {
                oracle.check();
            } catch (AssertionError | NullPointerException notAsAfter) {
                notAsAfter.addSuppressed(notAsBefore);
                throw notAsAfter;
            }
        }
    }

    private String change() {
        Map<String, Object> updates = new HashMap<>();
        List<Runnable> effects = new ArrayList<>();
        for (Item item : sample(5)) {
            Map<String, @Nullable Object> patch = new HashMap<>();
            if (random.nextBoolean()) {
                String word = WORDS.get(random.nextInt(WORDS.size()));
                Set<String> keywords = new HashSet<>(item.keywords);
                boolean had = !keywords.add(word) && keywords.remove(word);
                patch.put("keywords/" + word, had ? null : true);
                effects.add(() -> item.keywords = keywords);
            }
            if (patch.isEmpty() || random.nextBoolean()) {
                Set<String> places = atLeastOne();
                effects.add(() -> item.places = places);
                patch.put("mailboxIds", truths(places));
            }
            updates.put(item.id, patch);
        }
        carry(
                () -> {
                    var answer =
                            account.call("Email/set", Map.of("update", updates)).done();
                    assertThat(answer.arguments().get("notUpdated"))
                            .as("notUpdated")
                            .isNull();
                },
                () -> effects.forEach(Runnable::run));
        return "change " + updates;
    }

    private String remove() {
        List<Item> removed = sample(3);
        List<String> ids = removed.stream().map(item -> item.id).toList();
        carry(
                () -> {
                    var answer =
                            account.call("Email/set", Map.of("destroy", ids)).done();
                    assertThat(answer.arguments().get("notDestroyed")).isNull();
                },
                () -> removed.forEach(oracle::forget));
        return "remove " + ids;
    }

    private String merge() {
        List<Item> portion = sample(3);
        Set<MailOracle.Conversation> meant =
                new HashSet<>(portion.stream().map(item -> item.conversation).toList());
        if (meant.size() < 2) {
            return "nothing";
        }
        var found = account.call(
                        "Email/get",
                        Map.of(
                                "ids",
                                portion.stream().map(item -> item.id).toList(),
                                "properties",
                                List.of("threadId")))
                .done();
        List<String> threads = found.list("list").stream()
                .map(one -> String.valueOf(((Map<?, ?>) requireNonNull(one)).get("threadId")))
                .distinct()
                .toList();
        carry(
                () -> assertThat(account.call(
                                        "Thread/merge", Map.of("merge", Map.of("m", Map.of("threadIds", threads))))
                                .done()
                                .object("merged"))
                        .containsKey("m"),
                () -> oracle.merged(meant));
        oracle.learnIds();
        return "merge " + threads;
    }

    private String make() {
        if (oracle.mailboxes().size() > 6) {
            return "nothing";
        }
        String name = "box" + serial++;
        Map<String, Object> created = Map.of("create", Map.of("new", Map.of("name", name)));
        carry(
                () -> assertThat(account.call("Mailbox/set", created).done().object("created"))
                        .containsKey("new"),
                () -> oracle.made(name));
        return "make " + name;
    }

    /** Returns a mailbox that can be destroyed, or an empty string if there is none. */
    private String anyThatMayGo() {
        List<String> possible = oracle.ordinary();
        return possible.isEmpty() ? "" : possible.get(random.nextInt(possible.size()));
    }

    private String destroy() {
        String id = anyThatMayGo();
        if (id.isEmpty()) {
            return "nothing";
        }
        Map<String, Object> arguments = Map.of("destroy", List.of(id), "onDestroyRemoveEmails", true);
        carry(
                () -> assertThat(account.call("Mailbox/set", arguments).done().texts("destroyed"))
                        .containsExactly(id),
                () -> oracle.forget(id));
        return "destroy " + id;
    }

    private String moveTrash() {
        String id = anyThatMayGo();
        if (id.isEmpty()) {
            return "nothing";
        }
        String trash = oracle.trash();
        Map<String, @Nullable Object> none = new HashMap<>();
        none.put("role", null);
        Map<String, Object> updates = new LinkedHashMap<>();
        if (!id.equals(trash)) {
            updates.put(id, Map.of("role", "trash"));
        }
        if (!trash.isEmpty()) {
            updates.put(trash, none);
        }
        String next = id.equals(trash) ? "" : id;
        carry(() -> account.call("Mailbox/set", Map.of("update", updates)).done(), () -> oracle.trashIs(next));
        return "trash is " + next;
    }

    private List<Item> sample(int max) {
        List<Item> all = new ArrayList<>(oracle.items());
        Collections.shuffle(all, random);
        return all.subList(0, Math.min(all.size(), 1 + random.nextInt(max)));
    }

    private Set<String> some(List<String> of, int max) {
        Set<String> some = new HashSet<>();
        for (int i = random.nextInt(max + 1); i > 0; i--) {
            some.add(of.get(random.nextInt(of.size())));
        }
        return some;
    }

    private Set<String> atLeastOne() {
        List<String> mailboxes = oracle.mailboxes();
        Set<String> places = some(mailboxes, 2);
        places.add(mailboxes.get(random.nextInt(mailboxes.size())));
        return places;
    }

    private static Map<String, Object> truths(Set<String> names) {
        Map<String, Object> expected = new HashMap<>();
        names.forEach(name -> expected.put(name, true));
        return expected;
    }
}
