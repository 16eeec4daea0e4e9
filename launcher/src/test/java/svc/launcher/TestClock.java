package svc.launcher;

/**
 * The distribution with one more jar, and a start-up archive for it: a clock that tests move, {@code server.command("",
 * "clock", "advance", "PT24H")}. All tests share this distribution, so none may change it.
 */
final class TestClock {

    private TestClock() {}

    static SvcCommand svc() {
        return SvcCommand.of(SvcCommand.DISTRIBUTION.resolveSibling("svc-testclock"));
    }
}
