package svc.cap.mail.uid;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.store.Scope;
import svc.cap.mail.TestMessage;
import svc.cap.mail.api.UidStore.FlagChange;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.cap.mail.message.MailHome;
import svc.cap.mail.uid.UidModel.Item;
import svc.cap.mail.uid.UidModel.Known;
import svc.testkit.Covers;
import svc.testkit.engine.Client;

/**
 * Model test: a client of IMAP and one of JMAP change the same account at random. After each step, the emails by UID and
 * the emails of JMAP agree with a model, no UID is used twice, and the changes of each mailbox are complete.
 */
final class UidModelTest {

    private static final int STEPS = 400;
    private static final List<String> WORDS = List.of("$seen", "$draft", "$flagged", "work", "later");

    @TempDir
    private Path directory;

    @Test
    @Covers(value = "GEN-02", part = "UIDs and JMAP on the same data")
    void bothViewsAgree() {
        play(Integer.getInteger("svc.seed", 1), 400);
    }

    @Test
    @Tag("soak")
    @Covers(value = "GEN-02", part = "UIDs and JMAP on the same data")
    void bothViewsAgreeFor100000Steps() {
        play(1_000, 100_000);
    }

    private void play(long first, int steps) {
        try (MailHome home = new MailHome(directory)) {
            for (int i = 0; i * STEPS < steps; i++) {
                new Game(home, home.account("player" + i), first + i).play();
            }
        }
    }

    private static final class Game {
        private final MailHome home;
        private final Client client;
        private final Scope scope;
        private final Random random;
        private final long seed;
        private final UidModel model;
        private final List<Item> items;
        private final Map<String, Known> mailboxes;
        private long serial = 1_000;
        private String done = "";

        Game(MailHome home, Client client, long seed) {
            this.home = home;
            this.client = client;
            this.scope = MailHome.scope(client);
            this.seed = seed;
            this.random = new Random(seed);
            this.model = new UidModel(home, client);
            this.items = model.items;
            this.mailboxes = model.mailboxes;
        }

        void play() {
            for (int step = 0; step < STEPS; step++) {
                int now = step;
                assertThatCode(() -> {
                            step();
                            model.check();
                        })
                        .as(() -> "seed " + seed + ", step " + now + ": " + done)
                        .doesNotThrowAnyException();
            }
        }

        private void step() {
            int choice = random.nextInt(100);
            if (choice < 20 && items.size() < 40) {
                arrive();
            } else if (choice < 35) {
                changeByJmap();
            } else if (choice < 40) {
                destroyByJmap();
            } else if (choice < 43) {
                merge();
            } else if (choice < 46) {
                createMailbox();
            } else if (choice < 48) {
                destroyMailbox();
            } else if (choice < 52) {
                home.uids.open(scope, MailHome.mailbox(mailbox()));
                done = "open";
            } else if (choice < 72) {
                store();
            } else if (choice < 82) {
                expunge();
            } else {
                copy(choice < 91);
            }
        }

        private <T> T any(List<T> of) {
            return of.get(random.nextInt(of.size()));
        }

        private String mailbox() {
            return any(List.copyOf(mailboxes.keySet()));
        }

        private Set<String> some(Collection<String> of, int least, int most) {
            List<String> shuffled = new ArrayList<>(of);
            Collections.shuffle(shuffled, random);
            return new TreeSet<>(shuffled.subList(0, Math.min(shuffled.size(), least + random.nextInt(most))));
        }

        private void arrive() {
            List<TestMessage> messages = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(3); i++) {
                Item item = new Item(serial++, some(WORDS, 0, 3));
                some(mailboxes.keySet(), 1, 2).forEach(id -> item.deletedIn.put(id, false));
                items.add(item);
                messages.add(new TestMessage(item.deletedIn.keySet().toArray(String[]::new))
                        .with(item.keywords.toArray(String[]::new))
                        .size(item.serial)
                        .subject("s")
                        .links((long) random.nextInt(25)));
            }
            home.put(client, messages);
            done = "arrive";
        }

        private @Nullable Item visible() {
            List<Item> visible = items.stream().filter(Item::isVisible).toList();
            // Copies of a message have its serial, so that the id would be ambiguous.
            return visible.isEmpty() ? null : any(visible);
        }

        private boolean isUnique(Item item) {
            return items.stream()
                            .filter(other -> other.serial == item.serial && other.isVisible())
                            .count()
                    == 1;
        }

        private void changeByJmap() {
            Item item = visible();
            if (item == null || !isUnique(item)) {
                return;
            }
            Map<String, Object> patch = new HashMap<>();
            if (random.nextBoolean()) {
                item.keywords = some(WORDS, 0, 3);
                patch.put("keywords", item.keywords.stream().collect(Collectors.toMap(word -> word, word -> true)));
            }
            if (random.nextBoolean()) {
                Set<String> to = some(mailboxes.keySet(), 1, 2);
                patch.put("mailboxIds", to.stream().collect(Collectors.toMap(id -> id, id -> true)));
                item.deletedIn.keySet().removeIf(id -> !requireNonNull(item.deletedIn.get(id)) && !to.contains(id));
                to.forEach(id -> item.deletedIn.put(id, false));
            }
            done = "change " + item.serial + " " + patch;
            String id = requireNonNull(model.ids().get(item.serial));
            assertThat(client.call("Email/set", Map.of("update", Map.of(id, patch)))
                            .done()
                            .arguments()
                            .get("notUpdated"))
                    .isNull();
        }

        private void destroyByJmap() {
            Item item = visible();
            if (item == null || !isUnique(item)) {
                return;
            }
            String id = requireNonNull(model.ids().get(item.serial));
            client.call("Email/set", Map.of("destroy", List.of(id))).done();
            items.remove(item);
            done = "destroy " + item.serial;
        }

        private void merge() {
            List<String> threads = model.emails().values().stream()
                    .map(email -> String.valueOf(email.get("threadId")))
                    .distinct()
                    .limit(2)
                    .toList();
            if (threads.size() == 2) {
                client.call("Thread/merge", Map.of("merge", Map.of("m", Map.of("threadIds", threads))))
                        .done();
                done = "merge " + threads;
            }
        }

        private void createMailbox() {
            if (mailboxes.size() < 6) {
                mailboxes.put(client.create("Mailbox", Map.of("name", "box" + serial++)), new Known());
            }
            done = "create mailbox";
        }

        private void destroyMailbox() {
            List<String> ids = List.copyOf(mailboxes.keySet());
            if (ids.size() < 4) {
                return;
            }
            String id = ids.get(ids.size() - 1);
            assertThat(client.call("Mailbox/set", Map.of("destroy", List.of(id), "onDestroyRemoveEmails", true))
                            .done()
                            .texts("destroyed"))
                    .containsExactly(id);
            mailboxes.remove(id);
            items.forEach(item -> item.deletedIn.remove(id));
            items.removeIf(item -> item.deletedIn.isEmpty());
            done = "destroy mailbox " + id;
        }

        private List<Long> uids(Known known) {
            List<Long> uids = new ArrayList<>(known.byUid.keySet());
            Collections.shuffle(uids, random);
            return uids.subList(0, Math.min(uids.size(), 1 + random.nextInt(4)));
        }

        private void store() {
            String id = mailbox();
            Known known = requireNonNull(mailboxes.get(id));
            List<Long> uids = uids(known);
            FlagChange change =
                    new FlagChange(any(List.of(FlagMode.values())), some(WORDS, 0, 2), random.nextInt(3) > 0);
            done = "store " + id + " " + uids + " " + change;
            home.store.write(scope, tx -> {
                home.uids.store(tx, MailHome.mailbox(id), uids, change);
                return true;
            });
            for (long uid : uids) {
                Item item = requireNonNull(known.byUid.get(uid));
                Set<String> keywords = new TreeSet<>(item.keywords);
                boolean deleted = requireNonNull(item.deletedIn.get(id));
                switch (change.mode()) {
                    case ADD -> {
                        keywords.addAll(change.keywords());
                        deleted |= change.deleted();
                    }
                    case REMOVE -> {
                        keywords.removeAll(change.keywords());
                        deleted &= !change.deleted();
                    }
                    case REPLACE -> {
                        keywords = new TreeSet<>(change.keywords());
                        deleted = change.deleted();
                    }
                }
                item.keywords = keywords;
                item.deletedIn.put(id, deleted);
            }
        }

        private void expunge() {
            String id = mailbox();
            Known known = requireNonNull(mailboxes.get(id));
            List<Long> uids = random.nextBoolean() ? uids(known) : List.copyOf(known.byUid.keySet());
            List<Long> expected = uids.stream()
                    .filter(uid -> requireNonNull(
                            requireNonNull(known.byUid.get(uid)).deletedIn.get(id)))
                    .sorted()
                    .toList();
            done = "expunge " + id + " " + uids;
            assertThat(home.store.<List<Long>>write(scope, tx -> home.uids.expunge(tx, MailHome.mailbox(id), uids)))
                    .isEqualTo(expected);
            expected.forEach(uid -> leave(known, id, uid));
        }

        private void leave(Known known, String id, long uid) {
            Item item = requireNonNull(known.byUid.remove(uid));
            item.deletedIn.remove(id);
            if (item.deletedIn.isEmpty()) {
                items.remove(item);
            }
        }

        private void copy(boolean move) {
            String from = mailbox();
            String to = mailbox();
            Known known = requireNonNull(mailboxes.get(from));
            List<Long> uids = uids(known);
            done = (move ? "move " : "copy ") + from + " " + uids + " to " + to;
            Map<Long, Long> copied = home.store.write(
                    scope,
                    tx -> move
                            ? home.uids.move(tx, MailHome.mailbox(from), uids, MailHome.mailbox(to))
                            : home.uids.copy(tx, MailHome.mailbox(from), uids, MailHome.mailbox(to)));
            assertThat(copied).containsOnlyKeys(uids);
            assertThat(List.copyOf(new TreeMap<>(copied).values())).isSorted().doesNotHaveDuplicates();
            Known target = requireNonNull(mailboxes.get(to));
            new TreeMap<>(copied).forEach((uid, other) -> {
                Item item = requireNonNull(known.byUid.get(uid));
                Item copy = item;
                if (item.deletedIn.containsKey(to)) {
                    copy = new Item(item.serial, item.keywords);
                    items.add(copy);
                }
                copy.deletedIn.put(to, false);
                assertThat(target.byUid.put(other, copy)).isNull();
                assertThat(other).isGreaterThan(target.highest);
            });
            if (move) {
                uids.forEach(uid -> leave(known, from, uid));
            }
        }
    }
}
