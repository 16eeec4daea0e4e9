package svc.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import svc.api.operation.OperationGroup;

/**
 * The packages of svc.api on the test's class path with their versions, for a framework that exports them to bundles.
 */
public final class ContractPackages {

    private ContractPackages() {}

    /**
     * Returns the value of {@code Export-Package} without {@code uses} directives, for
     * {@code org.osgi.framework.system.packages.extra}.
     */
    public static String exported() {
        try {
            Path place = Path.of(OperationGroup.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            String exported = manifest(place).getMainAttributes().getValue("Export-Package");
            return exported.replaceAll(";uses:=\"[^\"]*\"", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Reads the manifest of the jar, or of the folder of classes in a build that has not built the jar yet. */
    private static Manifest manifest(Path place) throws IOException {
        if (Files.isDirectory(place)) {
            try (InputStream in = Files.newInputStream(place.resolve(JarFile.MANIFEST_NAME))) {
                return new Manifest(in);
            }
        }
        try (JarFile jar = new JarFile(place.toFile())) {
            return jar.getManifest();
        }
    }
}
