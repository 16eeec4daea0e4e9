package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.bench.BackgroundClients;
import svc.testkit.Covers;

/**
 * The requests of a quiet account beside the load of another one (FAIR-01), compared with the same requests without the
 * load. {@code make bench} measures with a mailbox of 20,000 messages.
 */
final class FairnessIT {

    private static final int MESSAGES = 600;
    private static final int IN_A_SET = 300;
    private static final int CONNECTIONS = 8;
    private static final int TIMES = 30;
    private static final int TRIES = 3;
    private static final double MOST_MILLIS = 100;
    private static final double MOST_OF_QUIET = 5;
    private static final double LONGEST_UNIT_SECONDS = 0.05;

    @TempDir
    private Path home;

    @Test
    @Covers(value = "FAIR-01", part = "p99 of a quiet account beside searches, sets and the destruction of a mailbox")
    void quietAccountStaysFastUnderLoadOfAnotherAccount() throws Exception {
        try (RunningServer server = SvcCommand.svc()
                .start(home, "--set", "limits.max_concurrent_requests=64", "--set", "limits.max_concurrent_upload=64")
                .ready()) {
            FilledAccount filled = FilledAccount.of(server, "noisy@busy.test");
            filled.bring(0, MESSAGES);
            MailUser busyUser = filled.user();
            MailUser idleUser = MailUser.of(server, "quiet@calm.test");
            String own = idleUser.bring("Subject: own", "From: a@far.test", "", "text");
            List<String> ids = filled.ids();

            double alone = slowest(idleUser, own);
            double most = Math.max(MOST_MILLIS, MOST_OF_QUIET * alone);
            double searches = beside(Collections.nCopies(CONNECTIONS, () -> search(busyUser)), most, idleUser, own);
            double sets = beside(List.of(() -> set(busyUser, ids)), most, idleUser, own);
            String mailbox = filled.mailboxes().get(1);
            double destroying = beside(List.of(() -> destroy(busyUser, mailbox)), most, idleUser, own);
            double unit = longestUnit(server);

            System.out.printf(
                    "p99 of a quiet account: %.1f ms alone, %.1f beside searches, %.1f beside sets, %.1f beside a mailbox that is"
                            + " destroyed; longest unit %.0f ms of processor time; load average %s%n",
                    alone, searches, sets, destroying, unit * 1_000, load());
            assertThat(List.of(searches, sets, destroying)).allMatch(p99 -> p99 <= most, "at most " + most + " ms");
            assertThat(unit).as("seconds of the longest unit").isLessThanOrEqualTo(LONGEST_UNIT_SECONDS);
        }
    }

    /** Returns the best of some tries. */
    private static double beside(List<? extends BackgroundClients.Act> acts, double most, MailUser idleUser, String own)
            throws Exception {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < TRIES && best > most; i++) {
            try (BackgroundClients neighbours = new BackgroundClients(acts)) {
                best = Math.min(best, slowest(idleUser, own));
                assertThat(neighbours.busy())
                        .as("the other account still sends")
                        .isTrue();
            }
        }
        return best;
    }

    /** Returns the largest p99 of the quiet account's echo, flag and get. */
    private static double slowest(MailUser idleUser, String own) throws Exception {
        List<BackgroundClients.Act> acts = new ArrayList<>();
        acts.add(() -> idleUser.call("Core/echo", "'a':1"));
        acts.add(() -> idleUser.call("Email/set", "'update':{'" + own + "':{'keywords/$seen':true}}"));
        acts.add(() -> idleUser.email(own, "subject", "keywords", "mailboxIds"));
        double slowest = 0;
        for (BackgroundClients.Act act : acts) {
            slowest = Math.max(slowest, BackgroundClients.p99(TIMES, act));
        }
        return slowest;
    }

    private static void search(MailUser busyUser) {
        busyUser.call(
                "Email/query",
                "'filter':{'operator':'OR','conditions':[{'text':'a*'},{'text':'b*'},{'text':'ka*'}]},"
                        + "'sort':[{'property':'subject'}],'collapseThreads':true,'calculateTotal':true");
    }

    private static void set(MailUser busyUser, List<String> ids) {
        for (String flag : List.of("true", "null")) {
            busyUser.call(
                    "Email/set",
                    ids.subList(0, IN_A_SET).stream()
                            .map(id -> "'" + id + "':{'keywords/later':" + flag + "}")
                            .collect(Collectors.joining(",", "'update':{", "}")));
        }
    }

    private static void destroy(MailUser busyUser, String mailbox) {
        busyUser.call("Mailbox/set", "'destroy':['" + mailbox + "'],'onDestroyRemoveEmails':true");
    }

    private static double longestUnit(RunningServer server) {
        return server.metrics()
                .lines()
                .filter(line -> line.startsWith("svc_store_longest_unit_cpu_seconds "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }

    private static String load() throws IOException {
        return Files.readString(Path.of("/proc/loadavg")).split(" ", -1)[0];
    }
}
