package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.agreement.Game;
import svc.launcher.agreement.ServerAccess;
import svc.testkit.Covers;

/**
 * Model test: sessions of IMAP and clients of JMAP change accounts of a server that is killed now and then. After a restart,
 * every acknowledged change exists, and any other exists completely or not at all. UIDs and UIDVALIDITY are the same,
 * and all clients learn what has changed.
 */
final class ImapAgreementIT {

    /** The number of steps after which another account is used. */
    private static final int OF_ONE_ACCOUNT = 2_000;

    private static final int LONGEST_MILLIS = 60;

    @TempDir
    private Path home;

    @Test
    @Covers(value = "GEN-02", part = "IMAP sessions and JMAP clients agree after a kill")
    void allClientsAgreeAfterAKill() throws Exception {
        play(Long.getLong("svc.seed", 1), 2, 300, 1, 25);
    }

    @Test
    @Tag("soak")
    @Covers(value = "GEN-02", part = "IMAP sessions and JMAP clients agree after many kills")
    void allClientsAgreeAfterManyKills() throws Exception {
        play(
                Long.getLong("svc.seed", 1_000),
                Integer.getInteger("svc.games", 3),
                Integer.getInteger("svc.steps", 200_000),
                Integer.getInteger("svc.kills", 50),
                50);
    }

    private RunningServer start() {
        return SvcCommand.svc()
                .start(home, "--set", "imap.listen=\"127.0.0.1:0\"")
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
     * Plays some games at once, with the same number of steps before each kill.
     *
     * @param compared the number of steps after which everything is compared
     */
    private void play(long seed, int games, int steps, int kills, int compared) throws Exception {
        Random random = new Random(seed);
        Map<Integer, Played> played = new LinkedHashMap<>();
        List<Played> ended = new ArrayList<>();
        RunningServer server = start();
        ExecutorService threads = Executors.newFixedThreadPool(games + 1);
        try {
            int between = steps / kills / games;
            for (int kill = 0; kill < kills; kill++) {
                for (int i = 0; i < games; i++) {
                    if (kill * between / OF_ONE_ACCOUNT > (kill - 1) * between / OF_ONE_ACCOUNT || kill == 0) {
                        Played before = played.get(i);
                        if (before != null) {
                            before.game.end();
                            ended.add(before);
                        }
                        long one = seed * 1_000 + kill * games + i;
                        ImapAccount account = ImapAccount.of(server, "player" + one + "@agreement.test");
                        played.put(
                                i,
                                new Played(
                                        new Game(access(server, account.email(), account.password()), one, compared),
                                        account));
                    }
                }
                each(threads, played, one -> one.game.play(between));
                RunningServer killed = server;
                Future<?> killer =
                        threads.submit(() -> killed.killAfter(Duration.ofMillis(random.nextInt(LONGEST_MILLIS))));
                each(threads, played, one -> one.game.playUntilTheServerEnds());
                killer.get(1, TimeUnit.MINUTES);
                server.close();
                server = start();
                RunningServer restarted = server;
                each(threads, played, one -> one.resume(restarted));
            }
            for (Played one : played.values()) {
                one.game.end();
            }
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

    private static void each(ExecutorService threads, Map<Integer, Played> played, Consumer<Played> part)
            throws Exception {
        List<Future<?>> parts = new ArrayList<>();
        for (Played one : played.values()) {
            parts.add(threads.submit(() -> part.accept(one)));
        }
        for (Future<?> one : parts) {
            one.get(30, TimeUnit.MINUTES);
        }
    }
}
