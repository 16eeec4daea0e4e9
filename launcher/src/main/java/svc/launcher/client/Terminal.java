package svc.launcher.client;

import java.io.Console;
import java.util.Optional;

/** The terminal of this process. */
public final class Terminal {

    private Terminal() {}

    /** Returns the console if it is a terminal. From Java 22 on, a console exists also without a terminal. */
    public static Optional<Console> console() {
        return Optional.ofNullable(System.console()).filter(Terminal::isTerminal);
    }

    private static boolean isTerminal(Console console) {
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (ReflectiveOperationException e) {
            return true;
        }
    }
}
