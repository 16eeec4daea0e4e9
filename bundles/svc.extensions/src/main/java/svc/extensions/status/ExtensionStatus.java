package svc.extensions.status;

import java.util.Locale;

/**
 * The status of an extension.
 *
 * @param state the state
 * @param reason one sentence that describes the cause; empty when the extension is active
 * @param remedy one sentence that describes the remedy; empty when no action is needed
 */
public record ExtensionStatus(State state, String reason, String remedy) {

    public static final ExtensionStatus ACTIVE = new ExtensionStatus(State.ACTIVE, "", "");

    /** Returns the status of an extension that can run once a requirement is met. */
    public static ExtensionStatus waiting(String reason, String remedy) {
        return new ExtensionStatus(State.WAITING, reason, remedy);
    }

    /** Returns the status of an extension that cannot run unless it is changed. */
    public static ExtensionStatus refused(String reason, String remedy) {
        return new ExtensionStatus(State.REFUSED, reason, remedy);
    }

    public boolean is(State wanted) {
        return state == wanted;
    }

    /** The state of an extension. */
    public enum State {
        ACTIVE,
        WAITING,
        REFUSED;

        /** Returns the name of the state as operators see it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
