package svc.cap.mail.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import svc.api.search.SearchIndex.Highlight;
import svc.testkit.Covers;

class SnippetTextTest {

    @Test
    @Covers(value = "RFC8621 §5", part = "the form of a snippet")
    void subject() {
        assertThat(SnippetText.whole("Tom & <b>Jerry</b> \"win\"", List.of(new Highlight(9, 14))))
                .isEqualTo("Tom &amp; &lt;b&gt;<mark>Jerry</mark>&lt;/b&gt; &quot;win&quot;");
    }

    @Test
    @Covers(value = "RFC8621 §5", part = "the form of a snippet")
    void shortPreviewIsComplete() {
        assertThat(SnippetText.preview("  one\r\n\ttwo  three", List.of(new Highlight(8, 11))))
                .isEqualTo("one <mark>two</mark> three");
    }

    @Test
    @Covers(value = "RFC8621 §5", part = "the form of a snippet")
    void longPreviewContainsTheMark() {
        String text = "word ".repeat(100) + "needle" + " more".repeat(100);
        String preview = SnippetText.preview(text, List.of(new Highlight(500, 506)));
        assertThat(preview)
                .startsWith("…word ")
                .contains(" <mark>needle</mark> more")
                .endsWith("…");
        assertThat(preview.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(255);
    }

    /** For any text, a preview has at most 255 octets, no incomplete character, and at least one highlighted match. */
    @Test
    @Covers(value = "RFC8621 §5", part = "the size of a preview")
    void previewIsNeverTooLong() {
        Random random = new Random(7);
        int[] letters = {'a', ' ', '\n', '&', '<', '>', '"', 'é', '都', 0x1F389, '\u0000'};
        for (int round = 0; round < 5_000; round++) {
            StringBuilder text = new StringBuilder();
            List<Integer> starts = new ArrayList<>();
            int size = 1 + random.nextInt(600);
            for (int i = 0; i < size; i++) {
                starts.add(text.length());
                text.appendCodePoint(letters[random.nextInt(letters.length)]);
            }
            starts.add(text.length());
            int from = random.nextInt(size);
            int to = Math.min(size, from + 1 + random.nextInt(300));
            String preview =
                    SnippetText.preview(text.toString(), List.of(new Highlight(starts.get(from), starts.get(to))));
            assertThat(preview.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(255);
            assertThat(preview).contains("<mark>").contains("</mark>").doesNotContain("\uFFFD");
            assertThat(preview.replace("<mark>", "").replace("</mark>", ""))
                    .doesNotContain("<")
                    .doesNotContain(">");
        }
    }
}
