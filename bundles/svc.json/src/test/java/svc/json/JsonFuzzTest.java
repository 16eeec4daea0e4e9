package svc.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import svc.api.json.Json;
import svc.api.json.JsonException;

/** Arbitrary bytes result in a value that survives a round trip, or in a {@link JsonException}. */
class JsonFuzzTest {

    private static final String[] PIECES = {
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "\"a\"",
        "\"\\u00e4\"",
        "\\ud83d",
        "null",
        "true",
        "1",
        "-0",
        "1.5e3",
        "1e999",
        " ",
        "\n",
        "\u0000",
        "ä",
        "/*",
        "\\",
        "\uFEFF"
    };

    private final Json.Binding binding = new JacksonJson().binding(Json.Names.EXACT);

    @Test
    void anyBytesAreAValueOrAProblem() {
        fuzz(20_000, 42);
    }

    @Test
    @Tag("soak")
    void manyMoreBytesAreAValueOrAProblem() {
        fuzz(3_000_000, System.nanoTime());
    }

    private void fuzz(int rounds, long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < rounds; i++) {
            byte[] bytes = random.nextInt(4) == 0 ? mutated(random) : pieces(random);
            try {
                Object value = binding.read(new ByteArrayInputStream(bytes));
                assertThat(binding.read(binding.text(value)))
                        .as("seed %d round %d", seed, i)
                        .isEqualTo(value);
            } catch (JsonException refused) {
                assertThat(refused.getMessage()).startsWith("The JSON is wrong at line ");
            }
        }
    }

    private static byte[] pieces(Random random) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(12); n >= 0; n--) {
            text.append(PIECES[random.nextInt(PIECES.length)]);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] mutated(Random random) {
        byte[] bytes = "{\"a\":[1,2.5,{\"b\":null}],\"c\":\"ä\\n\"}".getBytes(StandardCharsets.UTF_8);
        for (int n = random.nextInt(4); n >= 0; n--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }
}
