package svc.launcher.config.keys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.launcher.config.toml.ConfigProblem;
import svc.testkit.Covers;

class KeyCatalogueTest {

    @TempDir
    Path directory;

    private KeyCatalogue catalogue(KeyJar... jars) {
        return KeyCatalogue.of(
                List.of(jars).stream().map(jar -> jar.in(directory)).toList());
    }

    private static List<String> problems(KeyCatalogue catalogue) {
        return catalogue.problems().stream().map(ConfigProblem::text).toList();
    }

    @Test
    @Covers("CFG-01")
    void everyBuildToolOutputIsParsed() {
        KeyCatalogue catalogue = catalogue(new KeyJar("some").pid("svc.probe.part", """
                        <AD id="plain" type="String" name="Plain" description="&quot;a&quot; &lt;b&gt; &amp; c. (runtime)" default="a\\,b\\ c"/>
                        <AD id="none" type="String"/>
                        <AD id="empty" type="String" default=""/>
                        <AD id="opt" type="String" required="false"/>
                        <AD id="list" type="String" cardinality="2147483647" default="a\\,1,b"/>
                        <AD id="empty.list" type="String" cardinality="-2147483648" default=""/>
                        <AD id="no.list" type="String" cardinality="2147483647"/>
                        <AD id="big" type="Long" default="1099511627776"/>
                        <AD id="d" type="Double" default="1.5"/><AD id="f" type="Float" default="2.0"/>
                        <AD id="b" type="Byte" default="3"/><AD id="s" type="Short" default="1"/>
                        <AD id="c" type="Character" default="x"/>
                        <AD id="token" type="Password" default=""/>
                        <AD id="port" type="Integer" min="1" max="65535" default="1">
                          <Option label="x" value="1"/><Option label="" value="2"/>
                        </AD>
                        <AD id="camelCase" type="String" default="z"/><AD id="dash-ed" type="String" default="q"/>
                        <AD id="ints" type="Integer" cardinality="5" default=" 1 , 2 "/>
                        """));

        assertThat(problems(catalogue)).isEmpty();
        assertThat(catalogue.keys())
                .extracting(KeyDefinition::key)
                .contains("empty_list", "camelCase", "dash-ed")
                .hasSize(18);
        assertThat(catalogue.key("probe.part.plain").orElseThrow())
                .returns("a,b c", key -> key.standard().orElseThrow())
                .returns("\"a\" <b> & c.", KeyDefinition::description)
                .returns(true, KeyDefinition::runtime)
                .returns("some", KeyDefinition::bundle)
                .returns("svc.probe.part", KeyDefinition::pid);
        assertThat(catalogue.key("probe.part.list").orElseThrow().standard()).contains(new String[] {"a,1", "b"});
        assertThat(catalogue.key("probe.part.ints").orElseThrow().standard()).contains(new Integer[] {1, 2});
        assertThat(catalogue.key("probe.part.empty_list").orElseThrow().standard())
                .contains(new String[0]);
        assertThat(catalogue.keys())
                .filteredOn(KeyDefinition::required)
                .extracting(KeyDefinition::key)
                .containsExactly("no_list", "none");
        assertThat(catalogue.keys())
                .filteredOn(KeyDefinition::secret)
                .extracting(KeyDefinition::key)
                .containsExactly("token");
    }

    @Test
    void foreignPidsAreIgnored() {
        KeyCatalogue catalogue = catalogue(
                new KeyJar("event").pid("org.apache.felix.eventadmin", "<AD id=\"x\" type=\"Nonsense\"/>"),
                new KeyJar("factory").document("""
                                <MetaData xmlns="http://www.osgi.org/xmlns/metatype/v1.2.0">
                                <OCD id="svc.relay" name="r"><AD id="x" type="String"/></OCD>
                                <Designate factoryPid="svc.relay"><Object ocdref="svc.relay"/></Designate></MetaData>
                                """),
                new KeyJar("by-name").document("""
                                <MetaData><OCD id="svc.log" name="l"><AD id="level" type="String" default="info"/></OCD>
                                <OCD id="other"><AD id="y" type="String"/></OCD></MetaData>
                                """));

        assertThat(problems(catalogue)).isEmpty();
        assertThat(catalogue.keys()).extracting(KeyDefinition::address).containsExactly("log.level");
    }

    @Test
    void bundlesCanShareATableButNoKey() {
        KeyCatalogue catalogue = catalogue(
                new KeyJar("one").pid("svc.server", "<AD id=\"admin.bind\" type=\"String\" default=\"1\"/>"),
                new KeyJar("two")
                        .pid(
                                "svc.server",
                                "<AD id=\"listen\" type=\"String\" default=\"2\"/>"
                                        + "<AD id=\"admin_bind\" type=\"String\" default=\"2\"/>"),
                new KeyJar("three").pid("svc.server.listen", "<AD id=\"x\" type=\"String\" default=\"\"/>"));

        assertThat(problems(catalogue))
                .containsExactly(
                        "two.jar: The bundles one and two both declare the key admin_bind of [server].",
                        "three.jar: The name server.listen is both a key of [server], declared by the bundle two, and a"
                                + " table, declared by the bundle three.");
        assertThat(catalogue.key("server.admin_bind").orElseThrow().standard()).contains("1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<AD id=\"x\" type=\"Nonsense\"/>",
                "<AD id=\"x\"/>",
                "<AD type=\"String\"/>",
                "<AD id=\"a b\" type=\"String\"/>",
                "<AD id=\"x\" type=\"Integer\" default=\"many\"/>",
                "<AD id=\"x\" type=\"Integer\" min=\"3\" default=\"2\"/>",
                "<AD id=\"x\" type=\"Integer\" min=\"few\" default=\"2\"/>",
                "<AD id=\"x\" type=\"Boolean\" default=\"yes\"/>",
                "<AD id=\"x\" type=\"String\" default=\"c\"><Option value=\"a\"/></AD>",
                "<AD id=\"x\" type=\"String\" default=\"a,b\"/>",
                "<AD id=\"x\" type=\"String\" cardinality=\"some\"/>",
                "<AD id=\"x\" type=\"String\"><Option label=\"a\"/></AD>",
                "<AD id=\"x\" type=\"String\">&undeclared;</AD>",
                "<AD id=\"x\" type=\"String\"",
            })
    void invalidDescriptionNamesTheJar(String attributes) {
        KeyCatalogue catalogue = catalogue(
                new KeyJar("good").pid("svc.good", "<AD id=\"a\" type=\"String\" default=\"\"/>"),
                new KeyJar("bad").pid("svc.bad", attributes));

        assertThat(problems(catalogue))
                .hasSize(1)
                .first()
                .asString()
                .startsWith("bad.jar: The jar bad.jar ")
                .endsWith(", so its configuration keys are not known.");
        assertThat(catalogue.key("good.a")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no xml",
                "<Other/>",
                "<MetaData><Designate pid=\"svc.x\"><Object ocdref=\"nowhere\"/></Designate></MetaData>",
                "<!DOCTYPE m [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><MetaData><OCD id=\"x\">&e;</OCD></MetaData>",
                "<!DOCTYPE m [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><MetaData>&b;</MetaData>",
            })
    void invalidDocumentIsAProblemAndLoadsNoEntities(String document) {
        KeyCatalogue catalogue = catalogue(new KeyJar("bad").document(document));

        assertThat(problems(catalogue))
                .hasSize(1)
                .allSatisfy(
                        problem -> assertThat(problem).startsWith("bad.jar: ").doesNotContain("root:"));
    }

    @Test
    void filesThatAreNotJarsAreProblems() throws IOException {
        Path truncated = new KeyJar("cut").pid("svc.cut", "").in(directory);
        byte[] bytes = Files.readAllBytes(truncated);
        Files.write(truncated, java.util.Arrays.copyOf(bytes, bytes.length / 2));
        Path text = Files.writeString(directory.resolve("text.jar"), "no zip");
        Path endless = new KeyJar("endless")
                .document("<MetaData>" + " ".repeat(2 << 20))
                .in(directory);

        assertThat(problems(KeyCatalogue.of(List.of(truncated, text, endless, directory.resolve("none.jar")))))
                .hasSize(4)
                .allSatisfy(problem -> assertThat(problem).endsWith(", so its configuration keys are not known."));
    }
}
