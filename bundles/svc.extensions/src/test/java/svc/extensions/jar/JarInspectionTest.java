package svc.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.JarWorkshop;

/** A jar before it comes near the framework. */
class JarInspectionTest {

    @TempDir
    Path folder;

    @Test
    void saysWhatTheManifestSays() throws Refusal {
        JarFacts facts = JarInspection.inspect(JarWorkshop.migrating("notes", "1.2.0", "notes", "select 1")
                .entry("OSGI-INF/metatype/x.xml", """
                        <MetaData><OCD id="o"><AD id="admin.bind"/></OCD>
                        <Designate pid="svc.notes.web"><Object ocdref="o"/></Designate></MetaData>""")
                .writeTo(folder.resolve("notes.jar")));

        assertThat(facts.name()).isEqualTo("notes");
        assertThat(facts.version()).hasToString("1.2.0");
        assertThat(facts.namespace()).contains("notes");
        assertThat(facts.keys()).containsExactly("notes.web.admin_bind");
        assertThat(facts.hash()).hasSize(64);
    }

    @Test
    void entryThatPointsOutsideIsRefused() {
        refused(JarWorkshop.sound("x", "1.0.0").entry("../x", "").bytes(), "points outside");
    }

    @Test
    void documentTypesAreNotRead() {
        refused(
                JarWorkshop.sound("x", "1.0.0")
                        .entry(
                                "OSGI-INF/metatype/x.xml",
                                "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><MetaData>&b;</MetaData>")
                        .bytes(),
                "not well-formed XML");
    }

    @Test
    void fragmentOfTheFrameworkIsRefused() {
        refused(JarWorkshop.fragment("x", "system.bundle;extension:=framework").bytes(), "the framework itself");
    }

    @Test
    void badVersionIsRefused() {
        refused(JarWorkshop.sound("x", "one").bytes(), "\"one\" is not a version");
    }

    /** Whatever bytes there are, the answer is a verdict. */
    @Test
    void damagedJarsAreRefusedOrReadButNeverAnError() throws Exception {
        byte[] sound = JarWorkshop.badMetatype("x").bytes();
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            byte[] damaged = sound.clone();
            for (int n = 0; n < 1 + i % 8; n++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            Path file = Files.write(folder.resolve("damaged.jar"), damaged);
            try {
                assertThat(JarInspection.inspect(file).name()).isNotEmpty();
            } catch (Refusal e) {
                assertThat(e.verdict().remedy()).isNotEmpty();
            }
        }
    }

    @Test
    void endOfTheZipIsSeen() throws Exception {
        byte[] whole = JarWorkshop.sound("x", "1.0.0").bytes();
        assertThat(ZipEnd.readable(Files.write(folder.resolve("whole"), whole))).isTrue();
        assertThat(ZipEnd.readable(
                        Files.write(folder.resolve("half"), JarWorkshop.truncated(JarWorkshop.sound("x", "1.0.0")))))
                .isFalse();
        assertThat(ZipEnd.readable(Files.writeString(folder.resolve("text"), "text")))
                .isFalse();
        assertThat(ZipEnd.readable(Files.write(folder.resolve("nothing"), new byte[0])))
                .isFalse();
        assertThat(ZipEnd.readable(folder.resolve("nowhere"))).isFalse();
    }

    @Test
    void causeIsTheInnermostWithoutPackagesAndTraces() {
        assertThat(Causes.brief(new IllegalStateException("outer", new java.io.IOException("disk\nfull"))))
                .isEqualTo("IOException: disk");
        assertThat(Causes.brief("a.b.Outer: x\n\tat c.D.e(D.java:1)\nCaused by: a.b.Inner: why\n\tat f"))
                .isEqualTo("Inner: why");
        assertThat(Causes.brief("a.b.Alone")).isEqualTo("Alone");
    }

    @Test
    void leftoversAreTheKeysAndTheHeadsOfTablesThatWouldBeEmpty() {
        List<String> toml = List.of(
                "[server]",
                "listen = 1",
                "x = 2",
                "# [note]",
                "[notes]",
                "colour = 3",
                "[notes.web]",
                "y = 4",
                "other = 5");
        assertThat(Leftovers.places("svc.toml", toml, Set.of("server.x", "notes.colour", "notes.web.y")))
                .containsExactly(
                        "svc.toml:3: [server] x",
                        "svc.toml:5: [notes]",
                        "svc.toml:6: [notes] colour",
                        "svc.toml:8: [notes.web] y");
    }

    private void refused(byte[] jar, String reason) {
        assertThatThrownBy(() -> JarInspection.inspect(Files.write(folder.resolve("x.jar"), jar)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(reason);
    }
}
