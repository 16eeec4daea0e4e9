package svc.launcher;

/**
 * The distribution with one jar more, which the build puts beside it with a start-up archive of its own: a clock that tests move,
 * {@code server.command("", "clock", "advance", "PT24H")}. All tests share it, so none may change it.
 */
final class TestClock {

    private TestClock() {}

    static SvcCommand svc() {
        return SvcCommand.of(SvcCommand.DISTRIBUTION.resolveSibling("svc-testclock"));
    }
}
