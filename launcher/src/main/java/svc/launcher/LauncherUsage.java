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
                        Make a home with a commented svc.toml and a fresh admin token, on request with a first organization
                        --home DIR        the directory; otherwise $SVC_HOME
                        --domain DOMAIN   a domain of the first organization; may be given more than once
                        --name NAME       what people call the organization; its first domain when left out
                        --plan PLAN       the name of its plan; the first one when left out
                        --email EMAIL     the address of its first account
                        --password-stdin  the password of the first account, read from standard input
                        Exit codes: 0 made, 1 refused and nothing kept, 2 wrong usage.
                    """, "shell", """
                    svc shell --home DIR
                        Type commands to the running server, without svc before them; exit or Ctrl-D leaves
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
