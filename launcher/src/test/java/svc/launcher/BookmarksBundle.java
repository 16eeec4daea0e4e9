package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import svc.testkit.JarRecipe;
import svc.testkit.JarWorkshop;

/** A third party's capability with a table of its own; its sources lie in {@code src/test/bookmarks}. */
final class BookmarksBundle {

    static final String URN = "urn:example:params:jmap:bookmarks";

    private static final String NAME = "org.example.bookmarks";
    private static final Path SOURCES = Path.of("src/test/bookmarks");

    private BookmarksBundle() {}

    static JarRecipe jar() {
        return JarWorkshop.bundle(NAME, "1.0.0")
                .header(
                        "Import-Package",
                        "svc.api.jmap;version=\"[1.0,2)\",svc.api.store;version=\"[1.0,2)\",svc.api.json;version=\"[1.0,2)\"")
                .header("Svc-Migrations", NAME + ";path=migrations")
                .entry("migrations/V1__bookmarks.sql", text("migrations/V1__bookmarks.sql"))
                .source(NAME + ".Bookmark", text("Bookmark.java"))
                .source(NAME + ".Bookmarks", text("Bookmarks.java"))
                .source(NAME + ".Listed", text("Listed.java"))
                .component(
                        NAME + ".Bookmarks",
                        "",
                        "<service><provide interface=\"svc.api.jmap.Capability\"/>"
                                + "<provide interface=\"svc.api.jmap.TypeSource\"/></service>");
    }

    private static String text(String file) {
        try {
            return Files.readString(SOURCES.resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
