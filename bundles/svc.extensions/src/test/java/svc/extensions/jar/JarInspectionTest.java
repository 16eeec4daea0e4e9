package svc.extensions.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.extensions.lifecycle.ConfigLines;
import svc.extensions.status.Causes;
import svc.extensions.status.RefusedException;
import svc.testkit.TestJars;

/** Tests the inspection of a jar before it is installed. */
class JarInspectionTest {

    @TempDir
    Path folder;

    @Test
    void saysWhatTheManifestSays() throws RefusedException {
        JarFacts facts = JarInspection.inspect(TestJars.migrating("notes", "1.2.0", "notes", "select 1")
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
        refused(TestJars.sound("x", "1.0.0").entry("../x", "").bytes(), "a path outside");
    }

    @Test
    void documentTypesAreNotRead() {
        refused(
                TestJars.sound("x", "1.0.0")
                        .entry(
                                "OSGI-INF/metatype/x.xml",
                                "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><MetaData>&b;</MetaData>")
                        .bytes(),
                "not well-formed XML");
    }

    @Test
    void fragmentOfTheFrameworkIsRefused() {
        refused(TestJars.fragment("x", "system.bundle;extension:=framework").bytes(), "the framework itself");
    }

    @Test
    void badVersionIsRefused() {
        refused(TestJars.sound("x", "one").bytes(), "\"one\" is not a version");
    }

    /** Arbitrary bytes are either read or refused, and never cause an error. */
    @Test
    void damagedJarsAreRefusedOrReadButNeverAnError() throws Exception {
        byte[] sound = TestJars.badMetatype("x").bytes();
        Random random = new Random(7);
        for (int i = 0; i < 300; i++) {
            byte[] damaged = sound.clone();
            for (int n = 0; n < 1 + i % 8; n++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            Path file = Files.write(folder.resolve("damaged.jar"), damaged);
            try {
                assertThat(JarInspection.inspect(file).name()).isNotEmpty();
            } catch (RefusedException e) {
                assertThat(e.verdict().remedy()).isNotEmpty();
            }
        }
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
        assertThat(ConfigLines.of(toml, Set.of("server.x", "notes.colour", "notes.web.y")))
                .extracting(line -> line.place("svc.toml"))
                .containsExactly(
                        "svc.toml:3: [server] x",
                        "svc.toml:5: [notes]",
                        "svc.toml:6: [notes] colour",
                        "svc.toml:8: [notes.web] y");
    }

    @Test
    void keysAreCommentedOutWithAllLinesOfTheirValues() throws Exception {
        Path toml = Files.writeString(folder.resolve("svc.toml"), """
                [server]
                listen = 1
                [notes]  # the bundle's
                colours = [
                  "red]", # ]
                  'blue',
                ]
                greeting = \"""
                [hello]
                x = 1
                \"""
                # a remark
                [other]
                y = 2
                """);
        Files.setPosixFilePermissions(toml, PosixFilePermissions.fromString("rw-r-----"));
        ConfigLines.commentOut(toml, Set.of("notes.colours", "notes.greeting"));
        assertThat(Files.readString(toml)).isEqualTo("""
                [server]
                listen = 1
                # [notes]  # the bundle's
                # colours = [
                #   "red]", # ]
                #   'blue',
                # ]
                # greeting = \"""
                # [hello]
                # x = 1
                # \"""
                # a remark
                [other]
                y = 2
                """);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(toml)))
                .isEqualTo("rw-r-----");
    }

    private void refused(byte[] jar, String reason) {
        assertThatThrownBy(() -> JarInspection.inspect(Files.write(folder.resolve("x.jar"), jar)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(reason);
    }
}
