package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import svc.api.store.ObjectId;
import svc.testkit.JarBuilder;
import svc.testkit.TestJars;
import svc.testkit.bundles.BlobCalls;

/**
 * An extension whose objects refer to blobs, and which extracts blobs from others; its sources are in {@code
 * src/test/keeps}.
 */
final class KeepsBundle {

    static final String URN = "urn:example:keeps";

    private static final String NAME = "org.example.keeps";
    private static final Path SOURCES = Path.of("src/test/keeps");

    private KeepsBundle() {}

    /**
     * Returns the jar.
     *
     * @param folder the folder of its input ({@code orders}) and of its log ({@code asked})
     */
    static JarBuilder jar(Path folder) {
        JarBuilder jar = TestJars.bundle(NAME, "1.0.0")
                .header(
                        "Import-Package",
                        "svc.api.blob;version=\"[2.0,3)\",svc.api.identity;version=\"[2.0,3)\","
                                + "svc.api.jmap;version=\"[2.0,3)\",svc.api.jmap.type;version=\"[2.0,3)\",svc.api.job;version=\"[2.0,3)\","
                                + "svc.api.store;version=\"[2.0,3)\"");
        for (String source : List.of("Keep", "KeepType", "Keeps", "Refer", "Referrer", "Finder")) {
            jar.source(NAME + "." + source, text(source).replace("@FOLDER@", folder.toString()));
        }
        return jar.component(NAME + ".Keeps", "", service("svc.api.jmap.Capability"))
                .component(NAME + ".KeepType", "", service("svc.api.jmap.type.ObjectType"))
                .component(NAME + ".Finder", "", service("svc.api.blob.BlobExtractor"))
                .component(NAME + ".Refer", "init=\"2\"", service("svc.api.jmap.MethodHandler") + """
                        <reference name="store" interface="svc.api.store.Store" parameter="0"/>
                        <reference name="blobs" interface="svc.api.blob.AccountBlobs" parameter="1"/>""")
                .component(NAME + ".Referrer", "init=\"1\"", service("svc.api.blob.BlobReferrer") + """
                        <reference name="blobs" interface="svc.api.blob.AccountBlobs" parameter="0"/>""");
    }

    /** Creates a home in a folder with the jar; returns the home. */
    static Path in(Path folder) {
        try {
            Path home = folder.resolve("home");
            Files.createDirectories(home.resolve("extensions"));
            jar(folder).writeTo(home.resolve("extensions/keeps.jar"));
            Files.writeString(folder.resolve("orders"), "");
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a Keep of the own account refer to a blob. */
    static void createReference(BlobCalls calls, String blobId, int n) {
        JsonNode response = calls.call(
                BlobCalls.CORE + " " + URN,
                "Keep/refer",
                "'accountId':'@','blobId':'" + blobId + "','n':" + n + ",'release':false");
        assertThat(response.path("done").asBoolean()).as(response.toString()).isTrue();
    }

    /** Returns the id of a Keep. */
    static String id(int n) {
        return ObjectId.format('q', n);
    }

    private static String service(String type) {
        return "<service><provide interface=\"" + type + "\"/></service>";
    }

    private static String text(String source) {
        try {
            return Files.readString(SOURCES.resolve(source + ".java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
