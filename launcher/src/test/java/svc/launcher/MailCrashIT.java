package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.cap.mail.AccountUnderTest.ServerGone;
import svc.cap.mail.MailFollower;
import svc.cap.mail.RandomMailOperations;
import svc.cap.mail.capability.MailOracle;
import svc.testkit.Covers;

/**
 * Emails are added, destroyed, moved and flagged at random on a server that is killed now and then. After a restart,
 * every acknowledged change exists, and any other exists completely or not at all. Counts, threads, queries and the
 * search index agree with an oracle, and three clients that follow changes from before the kill converge.
 */
final class MailCrashIT {

    private static final int OF_ONE_ACCOUNT = 1_000;

    @TempDir
    private Path home;

    @Test
    @Covers(value = "DOM-01", part = "mail")
    void matchesTheModelAfterAKill() throws Exception {
        play(Long.getLong("svc.seed", 1), 80, 1, 5);
    }

    @Test
    @Tag("soak")
    @Covers(value = "DOM-01", part = "mail")
    void matchesTheModelAfterAHundredKills() throws Exception {
        play(
                Long.getLong("svc.seed", 1_000),
                Integer.getInteger("svc.steps", 200_000),
                Integer.getInteger("svc.kills", 100),
                20);
    }

    /** Everything is compared after this number of steps, and after each kill. */
    private void play(long seed, int steps, int kills, int compared) throws Exception {
        Random random = new Random(seed);
        List<Game> games = new ArrayList<>();
        RunningServer server = SvcCommand.svc().start(home).ready();
        ExecutorService killer = Executors.newSingleThreadExecutor();
        try {
            int between = steps / kills;
            for (int step = 0; step < steps; step++) {
                if (step % OF_ONE_ACCOUNT == 0) {
                    games.add(Game.on(server, seed + games.size()));
                }
                Game game = games.get(games.size() - 1);
                if (step % between < between - 1) {
                    game.step(compared);
                } else {
                    RunningServer killedServer = server;
                    Future<?> killed =
                            killer.submit(() -> killedServer.killAfter(Duration.ofMillis(random.nextInt(60))));
                    game.playUntilItDies();
                    killed.get(1, TimeUnit.MINUTES);
                    server.close();
                    server = SvcCommand.svc().start(home).ready();
                    game.resume(server);
                }
            }
            for (Game game : games) {
                game.resume(server);
            }
            assertThat(server.terminate()).isZero();
        } finally {
            killer.shutdownNow();
            server.close();
        }
    }

    /** An account and its clients. */
    private record Game(
            long seed,
            ServerAccount account,
            MailOracle oracle,
            RandomMailOperations moves,
            List<MailFollower> followers,
            Random random,
            List<String> told) {

        private static final int REMEMBERED = 30;

        static Game on(RunningServer server, long seed) {
            Random random = new Random(seed);
            ServerAccount account = new ServerAccount(MailUser.of(server, "player" + seed + "@game.test"));
            MailOracle oracle = new MailOracle(account);
            List<MailFollower> followers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                followers.add(new MailFollower(account, oracle, random));
            }
            return new Game(
                    seed,
                    account,
                    oracle,
                    new RandomMailOperations(account, oracle, random),
                    followers,
                    random,
                    new ArrayList<>());
        }

        void step(int compared) {
            told(() -> {
                note(moves.step());
                if (random.nextInt(compared) == 0) {
                    oracle.check();
                    follow();
                }
            });
        }

        void playUntilItDies() {
            told(() -> {
                while (true) {
                    try {
                        note(moves.step());
                        if (random.nextInt(2) == 0) {
                            follow();
                        }
                    } catch (ServerGone gone) {
                        note("killed");
                        return;
                    }
                }
            });
        }

        private void follow() {
            followers.get(random.nextInt(followers.size())).follow();
        }

        void resume(RunningServer server) {
            told(() -> {
                account.meet(server);
                moves.settle();
                followers.forEach(MailFollower::follow);
            });
        }

        private void note(String what) {
            told.add(what);
            if (told.size() > REMEMBERED) {
                told.remove(0);
            }
        }

        private void told(Runnable part) {
            assertThatCode(part::run)
                    .as(() -> "seed " + seed + " after " + told)
                    .doesNotThrowAnyException();
        }
    }
}
