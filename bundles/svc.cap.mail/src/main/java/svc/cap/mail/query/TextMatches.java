package svc.cap.mail.query;

import java.util.Set;

/** The answers of the search index to the text conditions of one query. Not thread-safe. Must be closed. */
interface TextMatches extends AutoCloseable {

    /** Returns those of the emails that match. */
    Set<Long> matchesAmong(EmailFilter.Text filter, Set<Long> numbers);

    /** Returns an upper bound on the number of matches. */
    int maxMatches(EmailFilter.Text filter);

    /** Returns a cursor over all matches in {@code receivedAt} order. */
    EmailCursor openCursor(EmailFilter.Text filter, boolean ascending);

    /** Returns whether the index covers all emails for the text conditions of a filter. */
    boolean isExact(EmailFilter filter);

    /** Closes the answers of the index. */
    @Override
    void close();

    /** The matches of a query without text conditions. */
    TextMatches NONE = new TextMatches() {
        @Override
        public Set<Long> matchesAmong(EmailFilter.Text filter, Set<Long> numbers) {
            throw none();
        }

        @Override
        public int maxMatches(EmailFilter.Text filter) {
            throw none();
        }

        @Override
        public EmailCursor openCursor(EmailFilter.Text filter, boolean ascending) {
            throw none();
        }

        @Override
        public boolean isExact(EmailFilter filter) {
            return true;
        }

        @Override
        public void close() {}

        private IllegalStateException none() {
            return new IllegalStateException("The query has no text condition");
        }
    };
}
