package svc.admin.metrics;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.backup.RestoredStores;
import svc.api.backup.RestoredStores.RestoredStore;
import svc.api.restore.RestoreStep;
import svc.api.restore.RestoredBackup;
import svc.api.store.Scope;
import svc.api.store.StoreException;

/**
 * Keeps {@code /metrics} closed to the admin token after a restore: if a home that was replaced had a separate token,
 * this is recorded, even if the backup is older than the token (MET-03). A replaced database that cannot be read counts
 * as one with a token.
 */
@Component(service = RestoreStep.class)
public final class MetricsRestore implements RestoreStep {

    private static final Logger LOG = LoggerFactory.getLogger(MetricsRestore.class);
    private static final String DATABASE = "data/svc.db";

    private final Path home;
    private final RestoredStores stores;
    private final MetricsTokenMarker marker;

    @Activate
    public MetricsRestore(
            BundleContext context, @Reference RestoredStores stores, @Reference MetricsTokenMarker marker) {
        this(Path.of(String.valueOf(context.getProperty("svc.home"))), stores, marker);
    }

    /** Creates the step of a home without the component runtime. */
    MetricsRestore(Path home, RestoredStores stores, MetricsTokenMarker marker) {
        this.home = home;
        this.stores = stores;
        this.marker = marker;
    }

    @Override
    public String namespace() {
        return "admin";
    }

    @Override
    public void finish(RestoredBackup backup) {
        try (DirectoryStream<Path> replaced = Files.newDirectoryStream(home, REPLACED + "*")) {
            for (Path folder : replaced) {
                Path database = folder.resolve(DATABASE);
                if (Files.exists(database) && hadToken(database)) {
                    marker.close();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean hadToken(Path database) {
        try (RestoredStore store = stores.openUnchanged(database)) {
            return store.read(Scope.system(), MetricsTokenMarker::isRecorded);
        } catch (StoreException e) {
            LOG.warn(
                    "The database {} cannot be read. It may have recorded a token for /metrics, so the admin token does"
                            + " not open /metrics: set [admin] metrics_token_file",
                    database,
                    e);
            return true;
        }
    }
}
