package svc.backup.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import svc.api.config.SecretFile;

/**
 * The access key of the object storage.
 *
 * @param id the id of the key
 * @param secret the secret
 * @param token the token of a temporary key
 */
record Credentials(String id, String secret, Optional<String> token) {

    /** The file in a home. */
    static final String FILE = "secrets/backup-s3.env";

    private static final String ID = "AWS_ACCESS_KEY_ID";
    private static final String SECRET = "AWS_SECRET_ACCESS_KEY";
    private static final String TOKEN = "AWS_SESSION_TOKEN";

    /** Reads the key from the file of a home, which has the form {@code NAME=value}, or else from the environment. */
    static Credentials of(Path home, Map<String, String> environment) throws IOException {
        SecretFile file = new SecretFile(home.resolve(FILE));
        Optional<byte[]> content = file.read();
        if (content.isPresent() && file.isExposed()) {
            throw new S3Exception("Other users can read " + file.path() + ". Run `chmod 600 " + file.path()
                    + "`, and replace the access key if it can be known.");
        }
        Map<String, String> values = content.isPresent() ? parse(new String(content.get(), UTF_8)) : environment;
        String id = values.getOrDefault(ID, "").strip();
        String secret = values.getOrDefault(SECRET, "").strip();
        if (id.isEmpty() || secret.isEmpty()) {
            throw new S3Exception("There is no access key for the object storage. Write " + ID + "=... and " + SECRET
                    + "=... to " + file.path() + ", or set these environment variables.");
        }
        return new Credentials(
                id,
                secret,
                Optional.ofNullable(values.get(TOKEN)).map(String::strip).filter(text -> !text.isEmpty()));
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> values = new HashMap<>();
        text.lines().forEach(line -> {
            int equals = line.indexOf('=');
            if (equals > 0 && !line.startsWith("#")) {
                values.put(line.substring(0, equals).strip(), line.substring(equals + 1));
            }
        });
        return values;
    }

    /** Returns a text without the key. */
    @Override
    public String toString() {
        return "an access key";
    }
}
