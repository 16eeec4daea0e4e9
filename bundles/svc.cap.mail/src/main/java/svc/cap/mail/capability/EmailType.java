package svc.cap.mail;

import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import svc.api.store.Facets;
import svc.cap.mail.api.MailStore;

/** What is said of messages in more than one place. */
final class Email {

    static final String TYPE = MailStore.TYPE;
    static final char LETTER = MailStore.LETTER;

    /** In which mailboxes it is. */
    static final Facets PLACE = Facets.of(0);

    /** Its keywords. */
    static final Facets FLAGS = Facets.of(1);

    private Email() {}

    /**
     * A message that arrives.
     *
     * @param arrival what was read of it
     * @param mailboxes where it goes: one or more that exist
     * @param keywords its keywords, in lower case
     * @param labels its labels: some that exist
     * @param received when it was received
     */
    record Entry(Arrival arrival, Set<Long> mailboxes, Set<String> keywords, Set<Long> labels, Instant received) {

        /** Copies the sets. */
        Entry {
            mailboxes = Set.copyOf(mailboxes);
            keywords = Set.copyOf(keywords);
            labels = Set.copyOf(labels);
        }

        /** One without labels. */
        Entry(Arrival arrival, Set<Long> mailboxes, Set<String> keywords, Instant received) {
            this(arrival, mailboxes, keywords, Set.of(), received);
        }

        /** Under which words it is found. */
        Set<String> words() {
            return Email.words(keywords, labels);
        }
    }

    private static Set<String> words(Set<String> keywords, Set<Long> labels) {
        if (labels.isEmpty()) {
            return keywords;
        }
        Set<String> words = new HashSet<>(keywords);
        labels.forEach(label -> words.add(LabelWord.of(label)));
        return words;
    }

    /**
     * A message that came in.
     *
     * @param n its number
     * @param thread that of its thread
     */
    record Added(long n, long thread) {}

    /**
     * A message as it stands.
     *
     * @param n its number
     * @param thread that of its thread
     * @param received when it was received, in seconds since 1970
     * @param flags as the table has them
     * @param keywords all its keywords
     * @param labels its labels
     * @param mailboxes where it is
     */
    record Placed(
            long n,
            long thread,
            long received,
            int flags,
            Set<String> keywords,
            Set<Long> labels,
            Set<Long> mailboxes) {

        /** Copies the sets. */
        Placed {
            keywords = Set.copyOf(keywords);
            labels = Set.copyOf(labels);
            mailboxes = Set.copyOf(mailboxes);
        }

        /** Under which words it is found. */
        Set<String> words() {
            return Email.words(keywords, labels);
        }
    }

    /**
     * What becomes of a message.
     *
     * @param before how it stands
     * @param keywords all the keywords that it has afterwards
     * @param labels all the labels that it has afterwards: some that exist, or that it had
     * @param mailboxes all the mailboxes in which it is afterwards: one or more that exist
     */
    record Moved(Placed before, Set<String> keywords, Set<Long> labels, Set<Long> mailboxes) {

        /** Copies the sets. */
        Moved {
            keywords = Set.copyOf(keywords);
            labels = Set.copyOf(labels);
            mailboxes = Set.copyOf(mailboxes);
        }

        /** Under which words it is found. */
        Set<String> words() {
            return Email.words(keywords, labels);
        }
    }
}
