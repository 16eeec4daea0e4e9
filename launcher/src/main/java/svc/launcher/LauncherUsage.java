package svc.launcher;

import java.util.Map;
import java.util.Set;

/** The usage texts of the commands that the launcher runs itself. */
final class LauncherUsage {

    private static final Map<String, String> TEXTS = Map.of("run", """
                    svc run --home DIR [--set section.key=value]…
                        Start the server and stay in the foreground; Ctrl-C or SIGTERM drains and stops it
                        --home DIR               the home of the server; otherwise $SVC_HOME
                        --set section.key=value  a configuration value for this run, as in svc.toml: a text in double
                                                 quotes; may be given more than once
                        Exit codes: 0 stopped, 1 failed, 2 wrong usage, 78 refused to start.
                    """, "init", """
                    svc init --home DIR [--domain DOMAIN]… [--name NAME] [--plan PLAN] [--email EMAIL --password-stdin]
                        Create a home with a commented svc.toml and a new admin token, and optionally a first organization
                        --home DIR        the directory; otherwise $SVC_HOME
                        --domain DOMAIN   a domain of the first organization; may be given more than once
                        --name NAME       the display name of the organization; the default is its first domain
                        --plan PLAN       the name of its plan; the default is the first one
                        --email EMAIL     the address of its first account
                        --password-stdin  the password of the first account, read from standard input
                        Exit codes: 0 created, 1 refused and nothing kept, 2 wrong usage.
                    """, "shell", """
                    svc shell --home DIR
                        Type commands for the running server, without svc before them; exit or Ctrl-D ends the shell
                        --home DIR  the home of the server; otherwise $SVC_HOME
                        At a terminal: arrow keys edit the line and recall earlier ones, Ctrl-R searches them, Tab completes.
                        Otherwise the lines of standard input are run one after another.
                    """);

    /** The commands with a usage text. */
    static final Set<String> COMMANDS = TEXTS.keySet();

    private LauncherUsage() {}

    static String of(String command) {
        return TEXTS.getOrDefault(command, "");
    }
}
