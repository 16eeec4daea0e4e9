package svc.launcher;

import java.time.Instant;

/**
 * The distribution with one more jar, and a start-up archive for it: a clock that tests move, {@code server.command("",
 * "clock", "advance", "PT24H")}. All tests share this distribution, so none may change it.
 */
final class TestClock {

    private TestClock() {}

    /** Returns the time of a server with this clock. */
    static Instant now(RunningServer server) {
        String output = server.command("", "clock", "advance", "PT0S", "--json").out();
        return Instant.parse(output.replaceAll("(?s).*\"now\" *: *\"([^\"]+)\".*", "$1"));
    }

    static SvcCommand svc() {
        return SvcCommand.of(SvcCommand.DISTRIBUTION.resolveSibling("svc-testclock"));
    }
}
