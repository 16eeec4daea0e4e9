package svc.extensions;

import java.util.Locale;

/**
 * What became of an extension, in plain words.
 *
 * @param state one of the three
 * @param reason one sentence that says why; empty when it is active
 * @param remedy one sentence that says what to do; empty when there is nothing to do
 */
record Verdict(State state, String reason, String remedy) {

    static final Verdict ACTIVE = new Verdict(State.ACTIVE, "", "");

    /** It could run once something else is there. */
    static Verdict waiting(String reason, String remedy) {
        return new Verdict(State.WAITING, reason, remedy);
    }

    /** It cannot run as it is. */
    static Verdict refused(String reason, String remedy) {
        return new Verdict(State.REFUSED, reason, remedy);
    }

    boolean is(State wanted) {
        return state == wanted;
    }

    /** The three states. */
    enum State {
        ACTIVE,
        WAITING,
        REFUSED;

        /** The word that operators see. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
