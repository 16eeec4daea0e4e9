package svc.cap.mail;

import java.util.Set;

/** What the index says to the conditions on texts of one query. For one thread. */
interface TextAnswers {

    /** Those messages that match. */
    Set<Long> among(Clause.Text clause, Set<Long> numbers);

    /** How many match at most. */
    int most(Clause.Text clause);

    /** All that match, by the time at which they were received. */
    Walk walk(Clause.Text clause, boolean rising);

    /** Whether the index knows all messages, where the clause asks for texts. */
    boolean whole(Clause clause);

    /** For queries that ask for no texts. */
    TextAnswers NONE = new TextAnswers() {
        @Override
        public Set<Long> among(Clause.Text clause, Set<Long> numbers) {
            throw none();
        }

        @Override
        public int most(Clause.Text clause) {
            throw none();
        }

        @Override
        public Walk walk(Clause.Text clause, boolean rising) {
            throw none();
        }

        @Override
        public boolean whole(Clause clause) {
            return true;
        }

        private IllegalStateException none() {
            return new IllegalStateException("This query asks for no texts");
        }
    };
}
