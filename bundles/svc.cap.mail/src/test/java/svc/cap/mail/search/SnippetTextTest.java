package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import svc.api.search.SearchIndex.Mark;
import svc.testkit.Covers;

class SnippetTextTest {

    @Test
    @Covers(value = "RFC8621 §5", part = "the form of a snippet")
    void subject() {
        assertThat(SnippetText.whole("Tom & <b>Jerry</b> \"win\"", List.of(new Mark(9, 14))))
                .isEqualTo("Tom &amp; &lt;b&gt;<mark>Jerry</mark>&lt;/b&gt; &quot;win&quot;");
    }

    @Test
    @Covers(value = "RFC8621 §5", part = "the form of a snippet")
    void shortPreviewIsWhole() {
        assertThat(SnippetText.preview("  one\r\n\ttwo  three", List.of(new Mark(8, 11))))
                .isEqualTo("one <mark>two</mark> three");
    }

    @Test
    @Covers(value = "RFC8621 §5", part = "the form of a snippet")
    void longPreviewIsThePartWithTheMark() {
        String text = "word ".repeat(100) + "needle" + " more".repeat(100);
        String preview = SnippetText.preview(text, List.of(new Mark(500, 506)));
        assertThat(preview)
                .startsWith("…word ")
                .contains(" <mark>needle</mark> more")
                .endsWith("…");
        assertThat(preview.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(255);
    }

    /** Whatever the letters are: never more than 255 octets, never half of one, and always a mark. */
    @Test
    @Covers(value = "RFC8621 §5", part = "the size of a preview")
    void neverTooLong() {
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
            String preview = SnippetText.preview(text.toString(), List.of(new Mark(starts.get(from), starts.get(to))));
            assertThat(preview.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(255);
            assertThat(preview).contains("<mark>").contains("</mark>").doesNotContain("\uFFFD");
            assertThat(preview.replace("<mark>", "").replace("</mark>", ""))
                    .doesNotContain("<")
                    .doesNotContain(">");
        }
    }
}
