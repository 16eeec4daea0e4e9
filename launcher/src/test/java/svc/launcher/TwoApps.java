package svc.launcher;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rs.ltt.jmap.common.entity.Email;
import rs.ltt.jmap.common.entity.Mailbox;
import svc.testkit.bundles.MailCalls;

/** Two applications, one with requests and one with a socket, and a user that imports mail, all at the same time. */
record TwoApps(MailUser user, long seed) {

    void play(int steps) {
        assertThatCode(() -> playOn(steps)).as("seed " + seed).doesNotThrowAnyException();
    }

    private void playOn(int steps) throws Exception {
        ExecutorService three = Executors.newFixedThreadPool(3);
        try (MailApp one = MailApp.of(user, false, 200);
                MailApp other = MailApp.of(user, true, 200)) {
            one.catchUp();
            other.catchUp();
            List<Callable<Void>> players = List.of(
                    () -> brings(new Random(seed), steps),
                    () -> plays(one, new Random(seed + 1_000_000), steps),
                    () -> plays(other, new Random(seed + 2_000_000), steps));
            for (Future<Void> player : three.invokeAll(players, 10, TimeUnit.MINUTES)) {
                player.get();
            }
            one.catchUp();
            other.catchUp();
            one.assertAgrees();
            other.assertAgrees();
        } finally {
            three.shutdownNow();
        }
    }

    private @Nullable Void brings(Random random, int steps) {
        for (int step = 0; step < steps; step++) {
            String before = "<" + seed + "-" + random.nextInt(step + 1) + "@far.test>";
            String more = random.nextBoolean() ? "" : "References: " + before + "\r\n";
            user.bring(MailCalls.letter(seed + "-" + step, "Subject " + random.nextInt(2), more));
        }
        return null;
    }

    private @Nullable Void plays(MailApp app, Random random, int steps) throws Exception {
        for (int step = 0; step < steps; step++) {
            act(app, random, step);
        }
        return null;
    }

    private void act(MailApp app, Random random, int step) throws Exception {
        int choice = random.nextInt(11);
        long chosen = random.nextLong();
        String word = List.of("$seen", "$flagged", "work").get(random.nextInt(3));
        app.act(mua -> {
            List<Email> portion = some(app, new Random(chosen));
            List<Mailbox> labels = app.copy().mailboxes().stream()
                    .filter(mailbox -> mailbox.getRole() == null)
                    .toList();
            return switch (choice) {
                case 0, 1, 2 -> mua.setKeyword(portion, word);
                case 3 -> mua.removeKeyword(portion, word);
                case 4, 5 -> mua.archive(portion);
                case 6 -> mua.moveToInbox(portion);
                case 7 -> mua.moveToTrash(portion);
                case 8 ->
                    labels.isEmpty()
                            ? mua.createMailbox(
                                    Mailbox.builder().name("Box " + step).build())
                            : mua.copyToMailbox(portion, labels.get(Math.floorMod(chosen, labels.size())));
                case 9 ->
                    mua.modifyLabels(
                            portion,
                            List.of(Mailbox.builder().name("Label " + step % 3).build()),
                            List.of());
                default -> step % 4 == 0 ? mua.emptyTrash() : mua.copyToImportant(portion);
            };
        });
    }

    private static List<Email> some(MailApp app, Random random) {
        List<Email> all = new ArrayList<>(app.copy().emails());
        Collections.shuffle(all, random);
        return all.subList(0, Math.min(all.size(), 3));
    }
}
