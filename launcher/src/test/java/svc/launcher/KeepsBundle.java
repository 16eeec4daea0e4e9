package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import svc.testkit.JarRecipe;
import svc.testkit.JarWorkshop;

/**
 * A third party's capability whose objects refer to blobs, and which finds blobs in something else; its sources lie in
 * {@code src/test/keeps}.
 */
final class KeepsBundle {

    static final String URN = "urn:example:keeps";

    private static final String NAME = "org.example.keeps";
    private static final Path SOURCES = Path.of("src/test/keeps");

    private KeepsBundle() {}

    /**
     * The jar.
     *
     * @param folder where it reads what it is to find ({@code orders}) and writes what it was asked for ({@code asked})
     */
    static JarRecipe jar(Path folder) {
        JarRecipe recipe = JarWorkshop.bundle(NAME, "1.0.0")
                .header(
                        "Import-Package",
                        "jakarta.servlet;version=\"[6.0,7)\",jakarta.servlet.http;version=\"[6.0,7)\","
                                + "svc.api.blob;version=\"[1.0,2)\",svc.api.identity;version=\"[1.0,2)\","
                                + "svc.api.jmap;version=\"[1.0,2)\",svc.api.job;version=\"[1.0,2)\","
                                + "svc.api.store;version=\"[1.0,2)\"");
        for (String source : List.of("Keep", "KeepType", "Keeps", "Refer", "Referrer", "Share", "Finder")) {
            recipe.source(NAME + "." + source, text(source).replace("@FOLDER@", folder.toString()));
        }
        return recipe.component(NAME + ".Keeps", "", service("svc.api.jmap.Capability"))
                .component(NAME + ".KeepType", "", service("svc.api.jmap.ObjectType"))
                .component(NAME + ".Finder", "", service("svc.api.blob.BlobDeriver"))
                .component(NAME + ".Refer", "init=\"2\"", service("svc.api.jmap.MethodHandler") + """
                        <reference name="store" interface="svc.api.store.Store" parameter="0"/>
                        <reference name="blobs" interface="svc.api.blob.Blobs" parameter="1"/>""")
                .component(NAME + ".Referrer", "init=\"1\"", service("svc.api.blob.BlobReferrer") + """
                        <reference name="blobs" interface="svc.api.blob.Blobs" parameter="0"/>""")
                .component(NAME + ".Share", "init=\"3\"", service("jakarta.servlet.Servlet") + """
                        <property name="svc.http.path" type="String" value="/keeps/share"/>
                        <reference name="authenticator" interface="svc.api.identity.Authenticator" parameter="0"/>
                        <reference name="directory" interface="svc.api.identity.Directory" parameter="1"/>
                        <reference name="grants" interface="svc.api.identity.Grants" parameter="2"/>""");
    }

    /** Puts it into the home in a folder, which has to be made; the home. */
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
