package svc.cap.mail;

import java.time.Instant;
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
     * @param received when it was received
     */
    record Entry(Arrival arrival, Set<Long> mailboxes, Set<String> keywords, Instant received) {

        /** Copies the sets. */
        Entry {
            mailboxes = Set.copyOf(mailboxes);
            keywords = Set.copyOf(keywords);
        }
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
     * @param mailboxes where it is
     */
    record Placed(long n, long thread, long received, int flags, Set<String> keywords, Set<Long> mailboxes) {

        /** Copies the sets. */
        Placed {
            keywords = Set.copyOf(keywords);
            mailboxes = Set.copyOf(mailboxes);
        }
    }

    /**
     * What becomes of a message.
     *
     * @param before how it stands
     * @param keywords all the keywords that it has afterwards
     * @param mailboxes all the mailboxes in which it is afterwards: one or more that exist
     */
    record Moved(Placed before, Set<String> keywords, Set<Long> mailboxes) {

        /** Copies the sets. */
        Moved {
            keywords = Set.copyOf(keywords);
            mailboxes = Set.copyOf(mailboxes);
        }
    }
}
