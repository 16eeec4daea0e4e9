package svc.shell;

/** The exit codes of the command line. */
final class Exit {

    static final int OK = 0;
    static final int REFUSED = 1;
    /** Also when the operation itself names an argument that it cannot take. */
    static final int USAGE = 2;

    static final int UNREACHABLE = 3;

    private Exit() {}
}
