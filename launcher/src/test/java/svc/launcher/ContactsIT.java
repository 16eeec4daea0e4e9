package svc.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.ServerUnderTest;

/** The example project of the distribution is built with Maven, and its jar is used, updated and removed. */
final class ContactsIT {

    private static final String URN = "urn:example:params:jmap:contacts";
    private static final String NAME = "org.example.contacts";

    @TempDir
    Path directory;

    @Test
    @Covers("OSGI-02")
    @Covers(value = "OSGI-03", part = "what is built outside the tree")
    void exampleIsBuiltUsedUpdatedAndRemoved() throws Exception {
        Path jar = build();
        try (ServerUnderTest server = new ServerUnderTest(SvcCommand.DISTRIBUTION, directory.resolve("home"))) {
            Client ada = server.account("ada@example.org");
            Client bob = server.account("bob@example.org");
            server.drop(jar);
            server.await("offered", () -> offered(ada));

            String contact = createWithPhoto(ada);
            sendMail(bob, "ada@example.org");
            server.await("mail remembered", () -> ada.get("Contact", contact).get("lastMailAt") != null);
            assertThat(server.metrics()).containsPattern("(?m)^svc_contacts_mails_total 1$");
            download(server, ada, bob, contact);
            operate(server);

            server.drop(withHeader(jar, "Import-Package", "no.such.library"));
            server.await("broken", () -> "waiting".equals(server.bundle(NAME).get("state")));
            assertThat(server.bundle(NAME).get("reason")).asString().contains("no.such.library");
            assertThat(ada.all("Mailbox")).as("the server goes on").isNotEmpty();

            server.drop(withHeader(jar, "Bundle-Version", "1.1.0"));
            server.await("updated", () -> offered(ada));
            assertThat(server.bundle(NAME)).containsEntry("version", "1.1.0").containsEntry("state", "active");
            assertThat(ada.get("Contact", contact))
                    .as("the update keeps the data")
                    .containsEntry("recentMails", 1);

            server.remove(jar);
            server.await("removed", () -> !offered(ada));
            assertThat(server.get(ada, "/contacts/" + ada.accountId() + "/all").statusCode())
                    .isEqualTo(404);
        }
    }

    /** Builds a copy of the example beside the repository, as in the distribution. Returns the jar. */
    private Path build() throws Exception {
        Path folder = directory.resolve("some where");
        Files.createDirectories(folder.resolve("examples"));
        Files.createSymbolicLink(folder.resolve("repository"), SvcCommand.DISTRIBUTION.resolve("repository"));
        Path project = folder.resolve("examples/contacts");
        DistributionCopy.copy(SvcCommand.DISTRIBUTION.resolve("examples/contacts"), project);
        assertThat(new MavenProject(project).verify()).isGreaterThan(30);
        return project.resolve("target/" + NAME + "-1.0.0.jar");
    }

    private static boolean offered(Client client) {
        return client.session().get("capabilities") instanceof Map<?, ?> capabilities && capabilities.containsKey(URN);
    }

    /** Creates a contact whose photo is an attachment of an email. Returns its id. */
    private static String createWithPhoto(Client ada) {
        String email = importEmail(ada, """
                From: bob@example.org
                MIME-Version: 1.0
                Content-Type: image/png
                Content-Disposition: attachment; filename=bob.png
                Content-Transfer-Encoding: base64

                cGhvdG8=
                """);
        Object photo = first(
                ada.call("Email/get", Map.of("ids", List.of(email), "properties", List.of("attachments")))
                        .list("list"),
                "attachments",
                "blobId");
        String contact =
                ada.create("Contact", Map.of("name", "Bob", "emails", List.of("bob@example.org"), "photo", photo));
        Object found = first(
                ada.call("Blob/lookup", Map.of("typeNames", List.of("Contact"), "ids", List.of(photo)))
                        .list("list"),
                "matchedIds");
        assertThat(found).isEqualTo(Map.of("Contact", List.of(contact)));
        return contact;
    }

    private static void sendMail(Client from, String to) {
        String email =
                importEmail(from, "From: bob@example.org\nTo: " + to + "\nDate: 1 Jan 2030 00:00:00 +0000\n\nHi\n");
        Map<String, Object> submission = Map.of(
                "emailId",
                email,
                "identityId",
                from.all("Identity").keySet().iterator().next());
        assertThat(from.call("EmailSubmission/set", Map.of("create", Map.of("s", submission)))
                        .done()
                        .object("created"))
                .containsKey("s");
    }

    private static String importEmail(Client client, String message) {
        String blob = client.upload(message.replace("\n", "\r\n").getBytes(UTF_8));
        Map<String, Boolean> mailbox =
                Map.of(client.all("Mailbox").keySet().iterator().next(), true);
        Map<String, ?> created = client.call(
                        "Email/import", Map.of("emails", Map.of("m", Map.of("blobId", blob, "mailboxIds", mailbox))))
                .done()
                .object("created");
        return String.valueOf(first(List.of(created), "m", "id"));
    }

    /** Returns a member of the first of some objects; a list on the path stands for its first element. */
    private static Object first(List<?> objects, String... path) {
        Object value = objects;
        for (String name : path) {
            if (value instanceof List<?> list) {
                value = list.get(0);
            }
            if (value instanceof Map<?, ?> map) {
                value = Objects.requireNonNull(map.get(name), name);
            }
        }
        return value;
    }

    private static void download(ServerUnderTest server, Client ada, Client bob, String contact) {
        String path = "/contacts/" + ada.accountId() + "/" + contact;
        HttpResponse<byte[]> card = server.get(ada, path);
        assertThat(card.statusCode()).isEqualTo(200);
        assertThat(card.headers().firstValue("Content-Type")).hasValue("text/vcard; charset=utf-8");
        assertThat(new String(card.body(), UTF_8)).contains("FN:Bob\r\n");
        assertThat(server.get(bob, path).statusCode()).as("of another account").isEqualTo(404);
    }

    private static void operate(ServerUnderTest server) {
        assertThat(server.svc("contacts", "prune").out()).contains("contacts.prune");
        server.await("pruned", () -> server.svc("job", "list", "--json").out().contains("\"state\":\"done\""));
        assertThat(server.svc("doctor", "--only", "contacts").out()).contains("contacts-pruning");
    }

    /** Returns a copy of a jar, with the same file name, in which a header of the manifest is replaced. */
    private Path withHeader(Path jar, String header, String value) throws IOException {
        Path copy = Files.createDirectories(directory.resolve(header)).resolve(jar.getFileName());
        Files.copy(jar, copy);
        DistributionCopy.change(copy, root -> {
            Path file = root.resolve(JarFile.MANIFEST_NAME);
            Manifest manifest = new Manifest(new ByteArrayInputStream(Files.readAllBytes(file)));
            manifest.getMainAttributes().putValue(header, value);
            try (OutputStream out = Files.newOutputStream(file)) {
                manifest.write(out);
            }
        });
        return copy;
    }
}
