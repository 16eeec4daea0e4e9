package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.agreement.Game;
import svc.launcher.agreement.ServerAccess;
import svc.testkit.Covers;

/**
 * Model test: sessions of IMAP and clients of JMAP change accounts of a server that is killed now and then. After a restart,
 * every acknowledged change exists, and any other exists completely or not at all. UIDs and UIDVALIDITY are the same,
 * and all clients learn what has changed. Sometimes the killed server is restored from a backup: the accounts are as they
 * were at the backup, mailboxes have another UIDVALIDITY, and all clients learn this.
 */
final class ImapAgreementIT {

    /** The number of steps after which another account is used. */
    private static final int OF_ONE_ACCOUNT = 2_000;

    private static final int LONGEST_MILLIS = 60;

    @TempDir
    private Path directory;

    private Path home;
    private BackupRepository repository;

    @Test
    @Covers(value = "GEN-02", part = "IMAP sessions and JMAP clients agree after a kill")
    void allClientsAgreeAfterAKill() throws Exception {
        play(new Plan(Long.getLong("svc.seed", 1), 2, 300, 2, 2, 25));
    }

    @Test
    @Tag("soak")
    @Covers(value = "GEN-02", part = "IMAP sessions and JMAP clients agree after many kills")
    void allClientsAgreeAfterManyKills() throws Exception {
        play(new Plan(
                Long.getLong("svc.seed", 1_000),
                Integer.getInteger("svc.games", 3),
                Integer.getInteger("svc.steps", 200_000),
                Integer.getInteger("svc.kills", 50),
                5,
                50));
    }

    @BeforeEach
    void choosePaths() {
        home = directory.resolve("home");
        repository = BackupRepository.in(directory);
    }

    private RunningServer start() {
        return SvcCommand.svc()
                .start(
                        home,
                        "--set",
                        "imap.listen=\"127.0.0.1:0\"",
                        "--set",
                        "backup.target=\"" + repository.folder() + "\"")
                .ready();
    }

    private static ServerAccess access(RunningServer server, String email, String password) {
        SignedIn user = SignedIn.again(server, email);
        return new ServerAccess(server.port("imap"), email, password, new MailUser(user, BlobClient.of(user)));
    }

    /** A game and its account. */
    private record Played(Game game, ImapAccount account) {

        void resume(RunningServer server) {
            game.resume(access(server, account.email(), account.password()));
        }
    }

    /**
     * What is played.
     *
     * @param games the number of accounts in use at once
     * @param steps the number of all steps
     * @param kills the number of kills, with the same number of steps before each
     * @param restores the server is restored from a backup after each such number of kills
     * @param compared the number of steps after which everything is compared
     */
    private record Plan(long seed, int games, int steps, int kills, int restores, int compared) {

        int between() {
            return steps / kills / games;
        }

        /** Returns whether other accounts are used from a kill on. */
        boolean beginsAt(int kill) {
            return kill == 0 || kill * between() / OF_ONE_ACCOUNT > (kill - 1) * between() / OF_ONE_ACCOUNT;
        }
    }

    private void play(Plan plan) throws Exception {
        Random random = new Random(plan.seed);
        List<Played> played = new ArrayList<>();
        List<Played> ended = new ArrayList<>();
        RunningServer server = start();
        ExecutorService threads = Executors.newFixedThreadPool(plan.games + 1);
        try {
            assertThat(repository.init(server).exit()).isZero();
            for (int kill = 0; kill < plan.kills; kill++) {
                if (plan.beginsAt(kill)) {
                    each(threads, played, one -> one.game.end());
                    ended.addAll(played);
                    played = begin(server, plan, kill);
                }
                boolean restored = (kill + 1) % plan.restores == 0;
                if (restored) {
                    each(threads, played, one -> one.game.remember());
                    SvcCommand.Finished run = server.command("", "backup", "run");
                    assertThat(run.exit()).as(run.toString()).isZero();
                }
                each(threads, played, one -> one.game.play(plan.between()));
                RunningServer killed = server;
                Future<?> killer =
                        threads.submit(() -> killed.killAfter(Duration.ofMillis(random.nextInt(LONGEST_MILLIS))));
                each(threads, played, one -> one.game.playUntilTheServerEnds());
                killer.get(1, TimeUnit.MINUTES);
                server.close();
                if (restored) {
                    restore(kill);
                    played.forEach(one -> one.game.restored());
                    ended.forEach(one -> one.game.restored());
                }
                server = start();
                RunningServer restarted = server;
                each(threads, played, one -> one.resume(restarted));
            }
            each(threads, played, one -> one.game.end());
            for (Played one : ended) {
                one.resume(server);
                one.game.end();
            }
            assertThat(server.terminate()).isZero();
        } finally {
            threads.shutdownNow();
            server.close();
        }
    }

    private static List<Played> begin(RunningServer server, Plan plan, int kill) {
        List<Played> games = new ArrayList<>();
        for (int i = 0; i < plan.games; i++) {
            long seed = plan.seed * 1_000 + (long) kill * plan.games + i;
            ImapAccount account = ImapAccount.of(server, "player" + seed + "@agreement.test");
            games.add(new Played(
                    new Game(access(server, account.email(), account.password()), seed, plan.compared), account));
        }
        return games;
    }

    /** Restores the newest backup to another home, in which the server continues. */
    private void restore(int kill) {
        home = directory.resolve("home-" + kill);
        SvcCommand.Finished finished = repository.restore(home);
        assertThat(finished.exit()).as(finished.toString()).isZero();
    }

    private static void each(ExecutorService threads, List<Played> played, Consumer<Played> part) throws Exception {
        List<Future<?>> parts = new ArrayList<>();
        for (Played one : played) {
            parts.add(threads.submit(() -> part.accept(one)));
        }
        for (Future<?> one : parts) {
            one.get(30, TimeUnit.MINUTES);
        }
    }
}
