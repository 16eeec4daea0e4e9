package svc.launcher;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.kit.WorkingCopy;
import svc.testkit.bundles.MailCalls;

/** A user has emptied folders, and the operator restores the account from a backup into the running server. */
final class RestoredAccountIT {

    private static final String ANN = "ann@example.org";
    private static final String LARGE = "large ".repeat(50_000);

    @TempDir
    private static Path directory;

    private static Path home;
    private static RunningServer server;

    @BeforeAll
    static void start() {
        home = directory.resolve("home");
        Path repository = directory.resolve("repository");
        server = TestClock.svc()
                .start(home, "--set", "backup.target=\"" + repository + "\"")
                .ready();
        assertThat(server.command("", "backup", "init", "--to", repository.toString(), "--same-disk")
                        .exit())
                .isZero();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode restore(String... more) {
        List<String> words = new ArrayList<>(List.of("backup", "restore-account", "--json"));
        words.addAll(List.of(more));
        SvcCommand.Finished finished = server.command("", words.toArray(String[]::new));
        assertThat(finished.exit()).as(finished.toString()).isZero();
        assertThat(home.resolve("run/restored-account")).doesNotExist();
        return OperationInterface.json(finished.out());
    }

    private static String backUp() {
        SvcCommand.Finished run = server.command("", "backup", "run", "--json");
        assertThat(run.exit()).as(run.toString()).isZero();
        return OperationInterface.json(run.out()).path("id").asText();
    }

    private static MailUser again(String email) {
        SignedIn who;
        try {
            who = SignedIn.again(server, email);
        } catch (UncheckedIOException e) {
            who = SignedIn.again(server, email); // The server closes connections that are idle by its clock.
        }
        return new MailUser(who, BlobClient.of(who));
    }

    /** Lets the garbage collector remove what nothing refers to. */
    private static void collect() {
        assertThat(server.command("", "clock", "advance", Duration.ofHours(49).toString())
                        .exit())
                .isZero();
        removeUnused();
    }

    private static void removeUnused() {
        SvcCommand.Finished collected = server.command("", "blobs", "collect", "--json");
        assertThat(collected.exit()).as(collected.toString()).isZero();
    }

    /** Returns what each email is, with the paths of its mailboxes, by its subject. */
    private static Map<String, String> contents(MailUser user) {
        Map<String, String> paths = new TreeMap<>();
        JsonNode mailboxes = user.call("Mailbox/get", "'ids':null").path("list");
        mailboxes.forEach(mailbox -> paths.put(mailbox.path("id").asText(), path(mailboxes, mailbox)));
        Map<String, String> contents = new TreeMap<>();
        for (String id :
                MailCalls.texts(user.call("Email/query", "'filter':null").path("ids"))) {
            JsonNode email = user.email(id, "subject", "mailboxIds", "keywords", "receivedAt", "blobId");
            List<String> in = new ArrayList<>();
            email.path("mailboxIds").fieldNames().forEachRemaining(mailbox -> in.add(paths.get(mailbox)));
            in.sort(null);
            contents.put(
                    email.path("subject").asText(),
                    in + " " + email.path("keywords") + " "
                            + email.path("receivedAt").asText() + " "
                            + email.path("blobId").asText());
        }
        return contents;
    }

    private static String path(JsonNode all, JsonNode mailbox) {
        for (JsonNode parent : all) {
            if (parent.path("id").equals(mailbox.path("parentId"))) {
                return path(all, parent) + "/" + mailbox.path("name").asText();
            }
        }
        return mailbox.path("name").asText();
    }

    private static JsonNode bring(MailUser user, String mailbox, String subject, String body, String keyword) {
        return user.bring(
                MailCalls.message("From: a@b.test", "Subject: " + subject, "", body),
                mailbox,
                ",'keywords':{'$seen':true,'" + keyword + "':true},'receivedAt':'2025-03-04T05:06:07Z'");
    }

    private static void destroy(MailUser user, String... emails) {
        String ids = "'" + String.join("','", emails) + "'";
        assertThat(user.call("Email/set", "'destroy':[" + ids + "]").path("destroyed"))
                .hasSize(emails.length);
    }

    @Test
    void destroyedEmailsAreRestoredAfterTheirBlobsWereRemoved() {
        MailUser ann = MailUser.of(server, ANN);
        MailUser bob = MailUser.of(server, "bob@example.org");
        MailUser eve = MailUser.of(server, "eve@two.test");
        String work = ann.newMailbox("Work");
        String both =
                bring(ann, work, "both", "in two mailboxes", "old").path("id").asText();
        ann.call("Email/set", "'update':{'" + both + "':{'mailboxIds/" + ann.mailbox("archive") + "':true}}");
        JsonNode small = bring(ann, work, "small", "lost", "urgent");
        JsonNode large = bring(ann, ann.mailbox("inbox"), "large", LARGE, "$flagged");
        bring(ann, ann.mailbox("inbox"), "kept", "never lost", "new");
        bring(bob, bob.mailbox("inbox"), "lost by Bob", "also lost", "x");
        bring(eve, eve.mailbox("inbox"), "of Eve", "another tenant", "x");
        Map<String, String> before = contents(ann);
        String run = backUp();
        destroy(ann, both, small.path("id").asText(), large.path("id").asText());
        for (String id :
                MailCalls.texts(bob.call("Email/query", "'filter':null").path("ids"))) {
            destroy(bob, id);
        }
        Map<String, String> others = contents(eve);
        collect();
        ann = again(ANN);
        BlobClient blobs = ann.blobs();
        String blob = small.path("blobId").asText();
        // A scheduled backup, which the step of the clock begins, keeps all blobs until it ends.
        server.await("the blob is removed", () -> {
            removeUnused();
            return blobs.text(blob).startsWith("404");
        });

        JsonNode result = restore("--account", ANN, "--run", run, "--mailbox", "Rescued");
        assertThat(result.path("restored").asInt()).as(result.toString()).isEqualTo(3);
        assertThat(result.path("present").asInt()).isEqualTo(1);
        Map<String, String> after = contents(ann);
        assertThat(after.get("kept")).isEqualTo(before.get("kept"));
        assertThat(after.get("small"))
                .isEqualTo(requireNonNull(before.get("small")).replace("[Work]", "[Rescued/Work]"));
        assertThat(after.get("large"))
                .isEqualTo(requireNonNull(before.get("large")).replace("[Inbox]", "[Rescued/Inbox]"));
        assertThat(after.get("both"))
                .isEqualTo(requireNonNull(before.get("both"))
                        .replace("[Archive, Work]", "[Rescued/Archive, Rescued/Work]"));
        assertThat(ann.blobs().text(blob)).startsWith("200").endsWith("lost\r\n");
        assertThat(ann.blobs().text(large.path("blobId").asText())).contains(LARGE);

        JsonNode repeated = restore("--account", ANN, "--run", run, "--mailbox", "Rescued");
        assertThat(repeated.path("restored").asInt()).isZero();
        assertThat(contents(ann)).isEqualTo(after);
        assertThat(contents(again("bob@example.org"))).isEmpty();
        assertThat(contents(again("eve@two.test"))).isEqualTo(others);
        assertThat(server.command("", "audit", "list", "--json").out())
                .contains("backup.restore-account", run, "\"restored\"");
    }

    @Test
    void documentedCommandsRestoreWhatTheUserDestroyed() throws IOException {
        Files.createDirectories(home.resolve("run/restored-account"));
        Files.writeString(home.resolve("run/restored-account/svc.db"), "left by a killed process");
        MailUser dan = MailUser.of(server, "dan@example.org");
        String lost =
                bring(dan, dan.mailbox("inbox"), "lost", "lost", "x").path("id").asText();
        String run = backUp();
        destroy(dan, lost);
        String page = Files.readString(WorkingCopy.root().resolve("docs/operate/backup.md"));
        String section = page.substring(page.indexOf("## A user deleted the wrong folder"));
        String block = section.split("```\n", -1)[1];
        for (String line : block.lines().toList()) {
            String command = line.replace("--home /srv/svc", "")
                    .replace("--run ID", "--run " + run)
                    .replace(ANN, dan.who().email())
                    .strip();
            List<String> words = List.of(command.split(" "));
            assertThat(words.get(0)).isEqualTo("svc");
            SvcCommand.Finished finished =
                    server.command("", words.subList(1, words.size()).toArray(String[]::new));
            assertThat(finished.exit()).as(finished.toString()).isZero();
        }
        String day = run.substring(0, 4) + "-" + run.substring(4, 6) + "-" + run.substring(6, 8);
        assertThat(contents(again(dan.who().email())).get("lost")).contains("[Restored " + day + "/Inbox]");
    }

    @Test
    void unknownAccountsAndRunsAndAccountsThatAreTooNewAreRefused() {
        String run = backUp();
        MailUser.of(server, "late@example.org");
        assertThat(refusal("--account", "none@example.org")).contains("There is no such account");
        assertThat(refusal("--account", "late@example.org", "--run", "20200101T000000Z-001"))
                .contains("20200101T000000Z-001");
        assertThat(refusal("--account", "late@example.org", "--run", run)).contains("does not contain the account");
        assertThat(home.resolve("run/restored-account")).doesNotExist();
    }

    private static String refusal(String... more) {
        List<String> words = new ArrayList<>(List.of("backup", "restore-account"));
        words.addAll(List.of(more));
        SvcCommand.Finished finished = server.command("", words.toArray(String[]::new));
        assertThat(finished.exit()).as(finished.toString()).isNotZero();
        return finished.err();
    }

    @Test
    void accountThatWasCreatedAgainGetsNothingOfTheErasedOne() {
        MailUser first = MailUser.of(server, "twice@example.org");
        bring(first, first.mailbox("inbox"), "secret", "of the erased account", "x");
        String run = backUp();
        SvcCommand.Finished erased =
                server.command("", "account", "delete", first.who().accountId());
        assertThat(erased.exit()).as(erased.toString()).isZero();
        server.await(
                "erased",
                () -> !server.command("", "account", "list", "--json").out().contains("twice@example.org"));
        MailUser.of(server, "twice@example.org");
        assertThat(refusal("--account", "twice@example.org", "--run", run)).contains("does not contain the account");
    }
}
