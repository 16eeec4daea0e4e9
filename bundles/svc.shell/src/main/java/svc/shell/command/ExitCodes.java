package svc.shell.command;

/** The exit codes of the command line. */
public final class ExitCodes {

    public static final int OK = 0;
    public static final int REFUSED = 1;
    /** Wrong usage; also returned if the operation rejects an argument. */
    public static final int USAGE = 2;

    static final int UNREACHABLE = 3;

    private ExitCodes() {}
}
