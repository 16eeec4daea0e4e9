package svc.extensions;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.startlevel.BundleStartLevel;

/** Copies a jar into the framework, so that the file may change or go while its classes are in use. */
final class Installation {

    /** At this level of the framework, and above, extensions run. */
    static final int LEVEL = 60;

    private Installation() {}

    /** For a command without a server, whose framework stays below that level, the level is the framework's first. */
    static Bundle install(Premises premises, Path file) throws Refusal {
        try (InputStream in = Files.newInputStream(file)) {
            Bundle fresh = premises.context().installBundle(Neighbours.location(file), in);
            if (premises.keepers().isServer()) {
                fresh.adapt(BundleStartLevel.class).setStartLevel(LEVEL);
            }
            return fresh;
        } catch (BundleException e) {
            throw new Refusal(
                    "Its manifest cannot be used: " + Causes.brief(e) + ".", "Ask its author for a sound version.");
        } catch (IOException e) {
            throw new Refusal("The file cannot be read: " + Causes.brief(e) + ".", "Put it there again.");
        }
    }
}
