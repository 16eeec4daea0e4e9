package svc.launcher;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All messages of an account, or of folders in Maildir format that a client synchronizes with it. A message is its text
 * after a line with its flags in the letters of Maildir. Line ends, and fields by which clients find their own messages, do not count.
 *
 * @param mailboxes the sorted messages by the name of their mailbox, as IMAP4rev1 encodes it
 */
record MailboxContents(SortedMap<String, List<String>> mailboxes) {

    private static final Pattern OWN_FIELD = Pattern.compile("(?m)^X-(TUID|OfflineIMAP): .*\n");
    private static final Pattern SUBJECT = Pattern.compile("(?m)^Subject: (.*)$");
    private static final Pattern NOT_ASCII = Pattern.compile("[^ -~]+");
    private static final Map<String, String> FLAGS =
            new TreeMap<>(Map.of("$draft", "D", "$flagged", "F", "$answered", "R", "$seen", "S"));
    private static final int PAGE = 500;

    /** Returns the messages of an account, as JMAP shows them. */
    static MailboxContents of(MailUser user) {
        SortedMap<String, List<String>> found = new TreeMap<>();
        Map<String, JsonNode> byId = new HashMap<>();
        user.call("Mailbox/get", "'ids':null")
                .path("list")
                .forEach(mailbox -> byId.put(mailbox.path("id").asText(), mailbox));
        byId.forEach((id, mailbox) -> found.put(name(mailbox, byId), messages(user, id)));
        return new MailboxContents(found);
    }

    private static String name(JsonNode mailbox, Map<String, JsonNode> byId) {
        String name = mailbox.path("role").asText().equals("inbox")
                ? "INBOX"
                : NOT_ASCII
                        .matcher(mailbox.path("name").asText().replace("&", "&-"))
                        .replaceAll(MailboxContents::base64);
        JsonNode parent = byId.get(mailbox.path("parentId").asText());
        return parent == null ? name : name(parent, byId) + "/" + name;
    }

    private static String base64(MatchResult part) {
        String text =
                Base64.getEncoder().withoutPadding().encodeToString(part.group().getBytes(UTF_16BE));
        return "&" + text.replace('/', ',') + "-";
    }

    private static List<String> messages(MailUser user, String mailbox) {
        List<String> found = new ArrayList<>();
        for (int from = 0; from == found.size(); from += PAGE) {
            JsonNode ids = user.call(
                            "Email/query",
                            "'filter':{'inMailbox':'" + mailbox + "'},'limit':" + PAGE + ",'position':" + from)
                    .path("ids");
            user.call("Email/get", "'ids':" + ids.toString().replace('"', '\'') + ",'properties':['blobId','keywords']")
                    .path("list")
                    .forEach(email -> found.add(flags(email.path("keywords"))
                            + text(user.blobs()
                                    .download(
                                            user.who().accountId(),
                                            email.path("blobId").asText())
                                    .body())));
        }
        Collections.sort(found);
        return found;
    }

    private static String flags(JsonNode keywords) {
        StringBuilder letters = new StringBuilder();
        FLAGS.forEach((keyword, letter) -> letters.append(keywords.has(keyword) ? letter : ""));
        return letters.chars()
                .sorted()
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .append('\n')
                .toString();
    }

    private static String text(byte[] message) {
        return OWN_FIELD
                .matcher(new String(message, ISO_8859_1).replace("\r\n", "\n"))
                .replaceAll("");
    }

    /** Returns the messages of folders in Maildir format; the names of the folders are those of the mailboxes. */
    static MailboxContents of(Path folders) {
        SortedMap<String, List<String>> found = new TreeMap<>();
        try (Stream<Path> all = Files.walk(folders)) {
            for (Path folder :
                    all.filter(path -> Files.isDirectory(path.resolve("cur"))).toList()) {
                List<String> messages = new ArrayList<>();
                for (Path file : files(folder)) {
                    messages.add(flags(file) + "\n" + text(Files.readAllBytes(file)));
                }
                Collections.sort(messages);
                found.put(folders.relativize(folder).toString(), messages);
            }
            return new MailboxContents(found);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the files of the messages of a folder in Maildir format. */
    private static List<Path> files(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        for (String part : List.of("cur", "new")) {
            try (Stream<Path> files = Files.list(folder.resolve(part))) {
                found.addAll(files.toList());
            }
        }
        return found;
    }

    /** Returns the file of the message with a subject. */
    static Path file(Path folder, String subject) throws IOException {
        for (Path file : files(folder)) {
            if (text(Files.readAllBytes(file)).contains("Subject: " + subject + "\n")) {
                return file;
            }
        }
        throw new AssertionError(subject);
    }

    private static String flags(Path file) {
        String name = file.getFileName().toString();
        int letters = name.indexOf(":2,");
        return letters < 0 ? "" : name.substring(letters + 3);
    }

    /** Returns the subjects of the messages of a mailbox, each after its flags; sorted. */
    List<String> subjects(String mailbox) {
        return mailboxes.getOrDefault(mailbox, List.of()).stream()
                .map(message -> {
                    Matcher subject = SUBJECT.matcher(message);
                    return message.substring(0, message.indexOf('\n')) + " " + (subject.find() ? subject.group(1) : "");
                })
                .sorted()
                .toList();
    }
}
