package svc.cap.mail.uid;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import svc.api.store.Scope;
import svc.cap.mail.api.UidStore.UidChanges;
import svc.cap.mail.api.UidStore.UidEmail;
import svc.cap.mail.api.UidStore.UidMailbox;
import svc.cap.mail.message.MailHome;
import svc.testkit.engine.Client;

/** The model of {@link UidModelTest}: the emails that an account must have, and what a client knows of each mailbox. */
final class UidModel {

    final List<Item> items = new ArrayList<>();
    final Map<String, Known> mailboxes = new LinkedHashMap<>();
    private final MailHome home;
    private final Client client;
    private final Scope scope;

    UidModel(MailHome home, Client client) {
        this.home = home;
        this.client = client;
        this.scope = MailHome.scope(client);
        MailHome.roles(client).forEach((role, id) -> {
            if (Set.of("inbox", "archive", "trash").contains(role)) {
                mailboxes.put(id, new Known());
            }
        });
    }

    /** An email of the model: its mailboxes with those in which it has the flag {@code \Deleted}. */
    static final class Item {
        final long serial;
        Set<String> keywords;
        final Map<String, Boolean> deletedIn = new TreeMap<>();

        Item(long serial, Set<String> keywords) {
            this.serial = serial;
            this.keywords = keywords;
        }

        boolean isVisible() {
            return deletedIn.containsValue(false);
        }
    }

    /** What a client knows of a mailbox. */
    static final class Known {
        final Map<Long, Item> byUid = new TreeMap<>();
        Map<Long, UidEmail> cached = new TreeMap<>();
        long modseq;
        long highest;
    }

    /** Returns the emails of JMAP, by id. */
    Map<String, Map<String, @Nullable Object>> emails() {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("ids", null);
        arguments.put("properties", List.of("size", "keywords", "mailboxIds", "threadId"));
        Map<String, Map<String, @Nullable Object>> emails = new LinkedHashMap<>();
        client.call("Email/get", arguments).done().list("list").forEach(one -> {
            Map<String, @Nullable Object> email = new HashMap<>();
            ((Map<?, ?>) requireNonNull(one)).forEach((name, value) -> email.put(String.valueOf(name), value));
            emails.put(String.valueOf(email.get("id")), email);
        });
        return emails;
    }

    Map<Long, String> ids() {
        Map<Long, String> ids = new HashMap<>();
        emails().forEach((id, email) -> ids.put(((Number) requireNonNull(email.get("size"))).longValue(), id));
        return ids;
    }

    /** Compares both views of the account with the model. */
    void check() {
        mailboxes.forEach(this::check);
        Map<String, Map<String, @Nullable Object>> emails = emails();
        assertThat(emails.values().stream().map(UidModel::shown).sorted())
                .containsExactlyElementsOf(items.stream()
                        .filter(Item::isVisible)
                        .map(item -> shown(
                                item.serial,
                                item.keywords,
                                item.deletedIn.keySet().stream()
                                        .filter(id -> !requireNonNull(item.deletedIn.get(id)))
                                        .toList()))
                        .sorted()
                        .toList());
    }

    private static String shown(Map<String, @Nullable Object> email) {
        return shown(
                ((Number) requireNonNull(email.get("size"))).longValue(),
                names(email.get("keywords")),
                names(email.get("mailboxIds")));
    }

    private static Collection<String> names(@Nullable Object set) {
        return ((Map<?, ?>) requireNonNull(set))
                .keySet().stream().map(String::valueOf).toList();
    }

    private static String shown(long serial, Collection<String> keywords, Collection<String> mailboxes) {
        return serial + " " + new TreeSet<>(keywords) + " " + new TreeSet<>(mailboxes);
    }

    private void check(String id, Known known) {
        long mailbox = MailHome.mailbox(id);
        home.store.read(scope, snapshot -> {
            UidMailbox now = home.uids.mailbox(snapshot, mailbox).orElseThrow();
            List<UidEmail> emails = home.uids.emails(snapshot, mailbox, 1, Long.MAX_VALUE, 1_000);
            learn(id, known, emails);
            assertThat(emails.stream().map(UidModel::shown)).containsExactlyElementsOf(expected(id, known));
            assertThat(ranges(emails)).containsExactly(home.uids.ranges(snapshot, mailbox));
            assertThat(now.next()).isGreaterThan(known.highest);
            var counts = home.uids.counts(snapshot, mailbox, true);
            List<UidEmail> unseen = emails.stream()
                    .filter(email -> !email.keywords().contains("$seen"))
                    .toList();
            assertThat(counts.unseen()).isEqualTo(unseen.size());
            assertThat(home.uids.firstUnseen(snapshot, mailbox))
                    .isEqualTo(unseen.isEmpty() ? 0 : unseen.get(0).uid());
            assertThat(counts.deleted())
                    .isEqualTo(emails.stream().filter(UidEmail::deleted).count());
            assertThat(counts.size())
                    .isEqualTo(emails.stream().mapToLong(UidEmail::size).sum());
            checkChanges(
                    known,
                    now,
                    emails,
                    home.uids.changes(snapshot, mailbox, known.modseq, 1_000).orElse(null));
            if (now.modseq() > 0) {
                Map<Long, Long> sequences = home.uids.modseqs(snapshot, mailbox, emails);
                assertThat(sequences.values()).allMatch(modseq -> modseq > 0 && modseq <= now.modseq());
            }
            known.modseq = now.modseq();
            known.cached = new TreeMap<>(emails.stream().collect(Collectors.toMap(UidEmail::uid, email -> email)));
            return true;
        });
    }

    /** Learns the UIDs of emails that joined the mailbox otherwise than by a copy. */
    private void learn(String id, Known known, List<UidEmail> emails) {
        Set<Item> placed = new HashSet<>(known.byUid.values());
        known.byUid.values().removeIf(item -> !item.deletedIn.containsKey(id) || !items.contains(item));
        for (UidEmail email : emails) {
            if (!known.byUid.containsKey(email.uid())) {
                assertThat(email.uid()).as("a new UID").isGreaterThan(known.highest);
                Item item = items.stream()
                        .filter(one ->
                                one.serial == email.size() && one.deletedIn.containsKey(id) && !placed.contains(one))
                        .findFirst()
                        .orElseThrow();
                placed.add(item);
                known.byUid.put(email.uid(), item);
            }
        }
        emails.forEach(email -> known.highest = Math.max(known.highest, email.uid()));
    }

    private static List<String> expected(String id, Known known) {
        List<String> expected = new ArrayList<>();
        known.byUid.forEach((uid, item) -> expected.add(
                uid + " " + item.serial + " " + new TreeSet<>(item.keywords) + " " + item.deletedIn.get(id)));
        return expected;
    }

    private static String shown(UidEmail email) {
        return email.uid() + " " + email.size() + " " + new TreeSet<>(email.keywords()) + " " + email.deleted();
    }

    private static long[] ranges(List<UidEmail> emails) {
        List<Long> ranges = new ArrayList<>();
        for (UidEmail email : emails) {
            if (!ranges.isEmpty() && ranges.get(ranges.size() - 1) == email.uid() - 1) {
                ranges.set(ranges.size() - 1, email.uid());
            } else {
                ranges.addAll(List.of(email.uid(), email.uid()));
            }
        }
        return ranges.stream().mapToLong(uid -> uid).toArray();
    }

    private static void checkChanges(Known known, UidMailbox now, List<UidEmail> emails, @Nullable UidChanges changes) {
        if (known.modseq == 0 || now.modseq() == 0) {
            return;
        }
        Set<Long> changed =
                LongStream.of(requireNonNull(changes).uids()).boxed().collect(Collectors.toSet());
        Map<Long, UidEmail> current = emails.stream().collect(Collectors.toMap(UidEmail::uid, email -> email));
        assertThat(changed).isSubsetOf(current.keySet());
        emails.stream()
                .filter(email -> !changed.contains(email.uid()))
                .forEach(email -> assertThat(shown(requireNonNull(known.cached.get(email.uid()))))
                        .isEqualTo(shown(email)));
        if (changes.hasSameEmails()) {
            assertThat(current.keySet()).hasSameSizeAs(known.cached.keySet());
        }
        if (changes.hasSameEmails() && known.cached.keySet().containsAll(changed)) {
            assertThat(current.keySet()).isEqualTo(known.cached.keySet());
        }
        if (!current.keySet().equals(known.cached.keySet()) || !changed.isEmpty()) {
            assertThat(now.modseq()).isGreaterThan(known.modseq);
        }
    }
}
