package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import svc.testkit.Prerequisite;
import svc.testkit.bundles.MailCalls;

/**
 * An account whose owner uses JMAP and a client of IMAP or POP3.
 *
 * @param user the owner
 * @param password an app password
 */
record ImapAccount(MailUser user, String password) {

    static ImapAccount of(RunningServer server, String email) {
        MailUser user = MailUser.of(server, email);
        String created = server.command("", "app-password", "create", "--account", email, "--name", "imap", "--json")
                .out();
        return new ImapAccount(user, MailCalls.json(created).path("secret").asText());
    }

    String email() {
        return user.who().email();
    }

    /** Imports a message into the inbox; returns its id. */
    String bring(String subject) {
        return user.bring(MailCalls.letter(subject.replace(' ', '.'), subject, ""));
    }

    /** Adds a keyword to a message. */
    void mark(String id, String keyword) {
        update(id, "'keywords/" + keyword + "':true");
    }

    /** Moves a message to a mailbox. */
    void move(String id, String mailbox) {
        update(id, "'mailboxIds':{'" + mailbox + "':true}");
    }

    private void update(String id, String patch) {
        JsonNode response = user.call("Email/set", "'update':{'" + id + "':{" + patch + "}}");
        assertThat(response.path("updated").has(id)).as(response.toString()).isTrue();
    }

    void destroy(String id) {
        user.call("Email/set", "'destroy':['" + id + "']");
    }

    /** Creates a mailbox; returns its id. */
    String newMailbox(String name) {
        return user.newMailbox(name);
    }

    /** Returns the state of the messages, which each change changes. */
    String state() {
        return user.state("Email");
    }

    MailboxContents contents() {
        return MailboxContents.of(user);
    }

    /** Returns the subjects of the messages of a mailbox, each after its flags. */
    List<String> subjects(String mailbox) {
        return contents().subjects(mailbox);
    }

    /**
     * Writes the configuration of a client.
     *
     * @param name the name of its template
     * @param folder the folder of the configuration
     * @param more words of the template, each before its value
     */
    Path configuration(String name, int port, Path folder, String... more) throws IOException {
        List<String> values = new ArrayList<>(List.of(
                "PORT", Integer.toString(port), "EMAIL", email(), "PASSWORD", password, "FOLDER", folder.toString()));
        Collections.addAll(values, more);
        String text = template(name);
        for (int i = 0; i < values.size(); i += 2) {
            text = text.replace(values.get(i), values.get(i + 1));
        }
        Files.createDirectories(folder);
        Path file = Files.writeString(folder.resolve(name), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static String template(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ImapAccount.class.getResourceAsStream("imap/" + name))) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    /**
     * Runs curl to its end, which must be a success; returns what it prints.
     *
     * @param folder where it finds its configuration
     */
    String curl(Path folder, String url, String... more) throws Exception {
        Prerequisite.program("curl", "curl");
        Path config = configuration("curlrc", 0, folder);
        List<String> words = new ArrayList<>(List.of("curl", "-s", "-S", "-m", "30", "-K", config.toString()));
        Collections.addAll(words, more);
        words.add(url);
        Path output = folder.resolve("curl.out");
        Process process = new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        return UnpackedClient.finished(process, output, 0);
    }
}
