package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.sound.sampled.AudioFileFormat;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.launcher.Browser.Page;
import svc.testkit.Covers;

/** Downloads in a real browser if every request needs a proof, which media elements cannot send. */
final class MediaElementsIT {

    private static final String ANN = "ann@media.test";

    @TempDir
    private static Path directory;

    private static RunningServer server;
    private static BlobClient blobs;
    private static DpopCaller bound;
    private static Browser browser;

    @BeforeAll
    static void start() throws IOException {
        server = SharedServer.withProofs();
        blobs = BlobClient.of(SignedIn.as(server, ANN));
        bound = DpopCaller.again(server, ANN, TestClock.now(server));
        browser = Browser.in(Files.createDirectories(directory.resolve("browser")));
    }

    @AfterAll
    static void stop() {
        browser.close();
    }

    private static String kept(byte[] bytes) {
        return BlobClient.json(blobs.upload(blobs.who().accountId(), bytes))
                .path("blobId")
                .asText();
    }

    private static String url(String blob, String name, String type) {
        return server.url() + blobs.path(blobs.who().accountId(), blob, name, type);
    }

    private static String token(String blob) {
        String body = "{\"accountId\":\"" + blobs.who().accountId() + "\",\"blobId\":\"" + blob + "\"}";
        return "&media_token="
                + SignedIn.json(bound.proven("POST", "/jmap/media-token", body, TestClock.now(server)))
                        .path("mediaToken")
                        .asText();
    }

    private static byte[] picture(int width, int height) throws IOException {
        ByteArrayOutputStream png = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB), "png", png);
        return png.toByteArray();
    }

    private static String image(String url) throws IOException {
        String element =
                "<img onload='tell(`${this.naturalWidth} by ${this.naturalHeight}`)' onerror='tell(`nothing`)' src='";
        try (Page page = browser.show(element + url + "'>")) {
            return page.told();
        }
    }

    @Test
    @Covers({"MEDIA-02", "MEDIA-03", "MEDIA-04", "MEDIA-05"})
    void imageRequiresAMediaToken() throws IOException {
        String blob = kept(picture(5, 3));
        String url = url(blob, "image.png", "image/png");
        String token = token(blob);
        assertThat(image(url + token)).isEqualTo("5 by 3");
        assertThat(image(url)).isEqualTo("nothing");
        assertThat(image(url + "&access_token=" + bound.in().token())).isEqualTo("nothing");
        assertThat(image(url + "&access_token=" + blobs.who().token())).isEqualTo("nothing");
        String other = kept("another".getBytes(StandardCharsets.UTF_8));
        assertThat(image(url + token(other))).isEqualTo("nothing");
    }

    /** Returns 20 seconds of silence. */
    private static byte[] sound() throws IOException {
        AudioFormat format = new AudioFormat(8_000, 8, 1, false, false);
        int length = 8_000 * 20;
        ByteArrayOutputStream wav = new ByteArrayOutputStream();
        AudioSystem.write(
                new AudioInputStream(new ByteArrayInputStream(new byte[length]), format, length),
                AudioFileFormat.Type.WAVE,
                wav);
        return wav.toByteArray();
    }

    @Test
    @Covers({"MEDIA-02", "MEDIA-05"})
    void audioSupportsSeeking() throws IOException {
        String blob = kept(sound());
        String url = url(blob, "sound.wav", "audio/wav") + token(blob);
        try (Page page = browser.show("<audio preload=metadata onloadedmetadata='this.currentTime = 19' "
                + "onseeked='tell(`${this.currentTime} of ${this.duration}`)' onerror='tell(`nothing`)' src='" + url
                + "'></audio>")) {
            assertThat(page.told()).isEqualTo("19 of 20");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            html.html   | text/html             | <iframe src='URL'></iframe>
            svg.svg     | image/svg+xml         | <iframe src='URL'></iframe>
            xhtml.xhtml | application/xhtml+xml | <iframe src='URL'></iframe>
            object.svg  | image/svg+xml         | <object data='URL'></object>
            page.html   | text/html             | <script>location = `URL`</script>
            page.svg    | image/svg+xml         | <script>location = `URL`</script>
            """)
    @Covers({"BLOB-03", "MEDIA-02"})
    void htmlAndSvgAreDownloadedAndNotExecuted(String name, String type, String element) throws IOException {
        try (Page hook = browser.show("")) {
            String script =
                    "<script>fetch('" + hook.url() + "', {method: 'POST', mode: 'no-cors', body: 'it ran'})</script>";
            String hostile = type.equals("text/html")
                    ? script
                    : type.contains("svg")
                            ? "<svg xmlns='http://www.w3.org/2000/svg'>" + script + "</svg>"
                            : "<html xmlns='http://www.w3.org/1999/xhtml'><body>" + script + "</body></html>";
            String blob = kept((hostile + "<!-- " + name + " -->").getBytes(StandardCharsets.UTF_8));
            String url = url(blob, name, type) + token(blob);
            try (Page page = browser.show(element.replace("URL", url))) {
                assertThat(browser.downloaded(name)).asString().startsWith(hostile);
                assertThat(page.silent()).isTrue();
                assertThat(hook.silent()).isTrue();
            }
            try (Page page = browser.show(hostile)) {
                assertThat(hook.told()).as("where it may").isEqualTo("it ran");
                assertThat(page.silent()).isTrue();
            }
        }
    }

    @Test
    @Covers("BLOB-03")
    void textIsNotExecutedAsScript() throws IOException {
        String blob = kept("tell('it ran')".getBytes(StandardCharsets.UTF_8));
        String url = url(blob, "text.txt", "text/plain") + token(blob);
        try (Page page = browser.show("<script src='" + url + "' onerror='tell(`refused`)'></script>")) {
            assertThat(page.told()).isEqualTo("refused");
        }
    }

    @Test
    @Covers("MEDIA-04")
    void mediaTokenExpiresAfterFiveMinutes() throws IOException {
        String blob = kept(picture(7, 2));
        String url = url(blob, "late.png", "image/png") + token(blob);
        assertThat(server.command("", "clock", "advance", "PT5M").exit()).isZero();
        assertThat(image(url)).isEqualTo("nothing");
        assertThat(image(url(blob, "late.png", "image/png") + token(blob))).isEqualTo("7 by 2");
    }
}
