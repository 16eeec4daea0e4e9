package svc.launcher.config;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import svc.launcher.config.keys.KeyCatalogue;
import svc.launcher.config.keys.KeyDefinition;
import svc.launcher.config.toml.TomlWriter;

/**
 * Writes the {@code svc.toml} of a new home: every key with its description and default as comments, and a new admin
 * token.
 */
final class SampleToml {

    private static final String HEAD = """
            # The configuration of this svc server.
            #
            # It is strict: an unknown table or key, a wrong type or a missing key keeps the server from starting.
            # Lines that begin with # are comments. Each key is listed here with its default; to change one, remove its #.
            # svc config check validates this file without starting the server; svc config describe lists every key.
            """;

    private static final int WIDTH = 110;

    private final StringBuilder text = new StringBuilder(HEAD);

    private SampleToml() {}

    static String of(KeyCatalogue catalogue, SecureRandom random) {
        SampleToml sample = new SampleToml();
        String table = "";
        // TOML permits each table once, and [mail.out] can sort between two keys of [mail].
        List<KeyDefinition> keys = catalogue.keys().stream()
                .sorted(Comparator.comparing(KeyDefinition::table))
                .toList();
        for (KeyDefinition key : keys) {
            if (!key.table().equals(table)) {
                table = key.table();
                sample.text.append("\n[").append(table).append("]\n");
            }
            sample.key(key, random);
        }
        return sample.text.toString();
    }

    private void key(KeyDefinition key, SecureRandom random) {
        text.append('\n');
        remark(key.description().isEmpty() ? "(" + key.typeWord() + ")" : key.description());
        if (!key.options().isEmpty()) {
            remark("One of: " + String.join(", ", key.options()) + ".");
        }
        if (key.address().equals("admin.token") && key.secret()) {
            text.append(key.key()).append(" = \"").append(token(random)).append("\"\n");
        } else if (key.required()) {
            remark("It has no default: a value must be given.");
            text.append("# ").append(key.exampleLine()).append('\n');
        } else {
            String empty = key.list() ? "[]" : key.type().isText() ? "\"\"" : "…";
            String value = key.standard().map(TomlWriter::value).orElse(empty);
            text.append("# ").append(key.key()).append(" = ").append(value).append('\n');
        }
    }

    private void remark(String sentence) {
        StringBuilder line = new StringBuilder("#");
        for (String word : sentence.split("\\s+", -1)) {
            String shown = TomlWriter.shown(word);
            if (line.length() > 1 && line.length() + shown.length() >= WIDTH) {
                text.append(line).append('\n');
                line.setLength(1);
            }
            line.append(' ').append(shown);
        }
        text.append(line).append('\n');
    }

    /** Returns 255 random bits, in characters that need no quoting, the first one a letter. */
    private static String token(SecureRandom random) {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        bytes[0] &= 0x7F;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
