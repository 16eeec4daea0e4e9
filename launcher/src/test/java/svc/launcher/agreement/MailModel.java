package svc.launcher.agreement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The emails that an account must have. Emails have different sizes, except those with the same message. Mailboxes have
 * the names of IMAP, and flags, too.
 */
final class MailModel {

    static final String DELETED = "\\Deleted";

    private final List<Email> emails;
    private long arrivals;
    private String extra;

    MailModel() {
        this(new ArrayList<>(), 0, "");
    }

    private MailModel(List<Email> emails, long arrivals, String extra) {
        this.emails = emails;
        this.arrivals = arrivals;
        this.extra = extra;
    }

    /** Returns the name of the mailbox that is created and destroyed; empty if it does not exist. */
    String extra() {
        return extra;
    }

    /** Creates a mailbox. */
    void extra(String name) {
        extra = name;
    }

    /** Returns the names of all mailboxes. */
    List<String> mailboxes() {
        List<String> names = new ArrayList<>(Game.MAILBOXES);
        if (!extra.isEmpty()) {
            names.add(extra);
        }
        return names;
    }

    /** The place of an email in a mailbox. */
    static final class Place {
        /** The UID; 0 if no client has seen it yet. */
        long uid;

        boolean deleted;

        /** The order of arrival of all places. */
        private final long arrival;

        private Place(long uid, boolean deleted, long arrival) {
            this.uid = uid;
            this.deleted = deleted;
            this.arrival = arrival;
        }
    }

    /**
     * An email.
     *
     * @param flags the flags, without {@link #DELETED}
     */
    record Email(int size, Set<String> flags, Set<String> labels, Map<String, Place> places) {

        /** Returns the mailboxes of JMAP. */
        Set<String> mailboxes() {
            Set<String> mailboxes = new TreeSet<>();
            places.forEach((mailbox, place) -> {
                if (!place.deleted) {
                    mailboxes.add(mailbox);
                }
            });
            return mailboxes;
        }

        boolean isVisible() {
            return !mailboxes().isEmpty();
        }

        /** Returns what JMAP shows of the email. */
        String seenByJmap() {
            return shown(size, flags, labels, mailboxes());
        }

        private String seenByImap(String mailbox) {
            Set<String> all = new TreeSet<>(flags);
            if (requireNonNull(places.get(mailbox)).deleted) {
                all.add(DELETED);
            }
            return size + " " + all;
        }

        private Email copy() {
            Map<String, Place> copies = new TreeMap<>();
            places.forEach((name, place) -> copies.put(name, new Place(place.uid, place.deleted, place.arrival)));
            return new Email(size, new TreeSet<>(flags), new TreeSet<>(labels), copies);
        }
    }

    static String shown(int size, Set<String> flags, Set<String> labels, Set<String> mailboxes) {
        return size + " " + new TreeSet<>(flags) + " " + new TreeSet<>(labels) + " " + new TreeSet<>(mailboxes);
    }

    /** Returns a model with the same emails at the same positions. */
    MailModel copy() {
        return new MailModel(new ArrayList<>(emails.stream().map(Email::copy).toList()), arrivals, extra);
    }

    int size() {
        return emails.size();
    }

    Email email(int position) {
        return emails.get(position);
    }

    /** Returns the emails of JMAP as text, in order. */
    List<String> seenByJmap() {
        return emails.stream()
                .filter(Email::isVisible)
                .map(Email::seenByJmap)
                .sorted()
                .toList();
    }

    /** Returns the emails of a mailbox by their known UIDs: their sizes and flags. */
    Map<Long, String> seenByImap(String mailbox) {
        Map<Long, String> seen = new TreeMap<>();
        in(mailbox).forEach((uid, email) -> seen.put(uid, email.seenByImap(mailbox)));
        return seen;
    }

    private Map<Long, Email> in(String mailbox) {
        Map<Long, Email> in = new TreeMap<>();
        for (Email email : emails) {
            Place place = email.places.get(mailbox);
            if (place != null) {
                in.put(place.uid, email);
            }
        }
        return in;
    }

    private Optional<Email> find(String mailbox, long uid) {
        return Optional.ofNullable(in(mailbox).get(uid));
    }

    private Place newPlace(long uid, boolean deleted) {
        return new Place(uid, deleted, arrivals++);
    }

    /** Adds a message to some mailboxes; the flags can contain {@link #DELETED}. */
    void add(int size, Collection<String> flags, Map<String, Long> uids) {
        Email email = new Email(size, new TreeSet<>(flags), new TreeSet<>(), new TreeMap<>());
        boolean deleted = email.flags.remove(DELETED);
        uids.forEach((mailbox, uid) -> email.places.put(mailbox, newPlace(uid, deleted)));
        emails.add(email);
    }

    /**
     * Executes STORE.
     *
     * @param mode {@code +}, {@code -} or nothing
     */
    void store(String mailbox, Collection<Long> uids, String mode, Collection<String> flags) {
        for (long uid : uids) {
            find(mailbox, uid).ifPresent(email -> {
                Place place = requireNonNull(email.places.get(mailbox));
                Set<String> all = new TreeSet<>(email.flags);
                if (place.deleted) {
                    all.add(DELETED);
                }
                change(all, mode, flags);
                place.deleted = all.remove(DELETED);
                email.flags.clear();
                email.flags.addAll(all);
            });
        }
    }

    static void change(Set<String> all, String mode, Collection<String> flags) {
        if (mode.equals("-")) {
            all.removeAll(flags);
        } else {
            if (mode.isEmpty()) {
                all.clear();
            }
            all.addAll(flags);
        }
    }

    /** Removes those of the messages that have {@link #DELETED}. */
    void expunge(String mailbox, Collection<Long> uids) {
        Map<Long, Email> in = in(mailbox);
        for (long uid : uids) {
            Email email = in.get(uid);
            if (email != null && requireNonNull(email.places.get(mailbox)).deleted) {
                email.places.remove(mailbox);
            }
        }
        removeUnplaced();
    }

    private void removeUnplaced() {
        emails.removeIf(email -> email.places.isEmpty());
    }

    /**
     * Copies or moves messages. An email that is in the target already is duplicated.
     *
     * @param copied the new UIDs by the old ones; empty if they are not known
     */
    void copy(String from, Collection<Long> uids, String to, boolean move, Map<Long, Long> copied) {
        Map<Long, Email> in = in(from);
        for (long uid : new TreeSet<>(uids)) {
            Email source = in.get(uid);
            if (source == null) {
                continue;
            }
            Email target = source;
            if (source.places.containsKey(to)) {
                target = new Email(
                        source.size, new TreeSet<>(source.flags), new TreeSet<>(source.labels), new TreeMap<>());
                emails.add(target);
            }
            target.places.put(to, newPlace(copied.getOrDefault(uid, 0L), false));
            if (move) {
                source.places.remove(from);
            }
        }
        removeUnplaced();
    }

    /**
     * Sets the mailboxes of an email. It stays where it has {@link #DELETED}, and loses the flag in the mailboxes that
     * it is put into.
     *
     * @return the mailboxes in which the email has a new UID
     */
    Set<String> place(int position, Set<String> mailboxes) {
        Map<String, Place> places = emails.get(position).places;
        places.entrySet().removeIf(one -> !one.getValue().deleted && !mailboxes.contains(one.getKey()));
        Set<String> added = new TreeSet<>();
        for (String mailbox : mailboxes) {
            Place present = places.get(mailbox);
            if (present == null) {
                places.put(mailbox, newPlace(0, false));
                added.add(mailbox);
            } else {
                present.deleted = false;
            }
        }
        return added;
    }

    void destroy(int position) {
        emails.remove(position);
    }

    /** Destroys a mailbox. */
    void destroy(String mailbox) {
        extra = "";
        emails.forEach(email -> email.places.remove(mailbox));
        removeUnplaced();
    }

    /** Renames a mailbox. */
    void rename(String mailbox, String name) {
        extra = name;
        for (Email email : emails) {
            Place place = email.places.remove(mailbox);
            if (place != null) {
                email.places.put(name, place);
            }
        }
    }

    /** Learns the UIDs of the messages that arrived in a mailbox without a response about their UIDs. */
    void learn(String mailbox, Map<Long, String> seen) {
        Set<Long> known = in(mailbox).keySet();
        Map<Long, String> unknown = new TreeMap<>(seen);
        unknown.keySet().removeAll(known);
        List<Email> arrived = new ArrayList<>(emails.stream()
                .filter(email ->
                        email.places.containsKey(mailbox) && requireNonNull(email.places.get(mailbox)).uid == 0)
                .sorted(Comparator.comparingLong(email -> requireNonNull(email.places.get(mailbox)).arrival))
                .toList());
        unknown.forEach((uid, shown) -> {
            Email email = arrived.stream()
                    .filter(one -> one.seenByImap(mailbox).equals(shown))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("unexpected UID " + uid + " in " + mailbox + ": " + shown));
            arrived.remove(email);
            requireNonNull(email.places.get(mailbox)).uid = uid;
        });
        assertThat(arrived).as("emails without a UID in " + mailbox).isEmpty();
    }

    /** Returns the emails and the UIDs, for messages of failed tests. */
    @Override
    public String toString() {
        Map<String, String> all = new LinkedHashMap<>();
        for (int i = 0; i < emails.size(); i++) {
            Email email = emails.get(i);
            StringBuilder places = new StringBuilder();
            email.places.forEach((name, place) -> places.append(' ')
                    .append(name)
                    .append(place.deleted ? "-" : ":")
                    .append(place.uid));
            all.put("" + i, email.size + " " + email.flags + email.labels + places);
        }
        return all.toString();
    }
}
