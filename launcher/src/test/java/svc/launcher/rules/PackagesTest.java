package svc.launcher.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PackagesTest {

    /** Packages that may be larger: svc.mime is one exported package of parsers that need each other. */
    private static final Set<String> LARGER = Set.of("svc.mime");

    @TempDir
    Path folder;

    @Test
    void packagesAreSmallDocumentedAndWithoutCycles() throws IOException {
        Repository repository = Repository.here();
        List<String> found = new ArrayList<>();
        List<Path> roots = new ArrayList<>(repository.bundles());
        roots.add(repository.root().resolve("launcher"));
        for (Path root : roots) {
            found.addAll(packages(repository, root).violations(LARGER));
        }

        assertThat(found).isEmpty();
    }

    private static Packages packages(Repository repository, Path root) throws IOException {
        Path sources = root.resolve("src/main/java");
        List<Path> files = repository.sources().stream()
                .filter(file -> file.startsWith(sources))
                .toList();
        return Packages.of(root.getFileName().toString(), sources, files);
    }

    @Test
    void findsCycles() throws IOException {
        write("svc/a/A.java", "package svc.a;\nimport svc.a.b.B;\n");
        write("svc/a/b/B.java", "package svc.a.b;\nimport svc.a.c.C;\n");
        write("svc/a/c/C.java", "package svc.a.c;\nimport static svc.a.A.NONE;\n");
        write("svc/a/c/D.java", "package svc.a.c;\nimport java.util.List;\nimport svc.other.Other;\n");

        assertThat(read().violations(Set.of())).contains("svc.a -> svc.a.b -> svc.a.c -> svc.a: a cycle of packages");
    }

    @Test
    void packagesThatUseEachOtherInOneDirectionAreNoCycle() throws IOException {
        write("svc/a/A.java", "package svc.a;\nimport svc.a.b.B;\nimport svc.a.c.C;\n");
        write("svc/a/b/B.java", "package svc.a.b;\nimport svc.a.c.C;\n");
        write("svc/a/c/C.java", "package svc.a.c;\n");

        assertThat(read().violations(Set.of())).noneMatch(line -> line.contains("cycle"));
    }

    @Test
    void findsAPackageWithoutAComment() throws IOException {
        write("svc/a/A.java", "package svc.a;\n");
        write("svc/a/package-info.java", "/** Does a. */\npackage svc.a;\n");
        write("svc/a/b/B.java", "package svc.a.b;\n");
        write("svc/a/b/package-info.java", "package svc.a.b;\n");

        assertThat(read().violations(Set.of())).containsExactly("svc.a.b: has no package-info.java with a comment");
    }

    @Test
    void largeBundleHasSmallPackages() throws IOException {
        for (int i = 0; i < Packages.FLAT; i++) {
            write("svc/a/A" + i + ".java", "package svc.a;\n");
        }
        write("svc/a/package-info.java", "/** Does a. */\npackage svc.a;\n");

        assertThat(read().violations(Set.of())).singleElement().asString().contains("svc.a: 31 files");
        assertThat(read().violations(Set.of("svc.a"))).isEmpty();
    }

    @Test
    void smallBundleCanHaveOnePackage() throws IOException {
        for (int i = 1; i < Packages.FLAT; i++) {
            write("svc/a/A" + i + ".java", "package svc.a;\n");
        }
        write("svc/a/package-info.java", "/** Does a. */\npackage svc.a;\n");

        assertThat(read().violations(Set.of())).isEmpty();
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Packages read() throws IOException {
        try (var files = Files.walk(folder)) {
            return Packages.of(
                    "svc.a", folder, files.filter(Files::isRegularFile).sorted().toList());
        }
    }
}
