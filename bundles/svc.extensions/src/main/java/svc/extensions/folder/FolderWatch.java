package svc.extensions.folder;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.extensions.status.Causes;

/**
 * Runs a callback when the folder changes. The callback is not run on a network disk, or if the operating system has no
 * free watch. The regular scan then finds the change a second later.
 */
public final class FolderWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);

    private final Path folder;
    private final Runnable onChange;
    private final @Nullable WatchService service;

    public FolderWatch(Path folder, Runnable onChange) {
        this.folder = folder;
        this.onChange = onChange;
        this.service = open();
    }

    private @Nullable WatchService open() {
        try {
            WatchService opened = folder.getFileSystem().newWatchService();
            folder.register(
                    opened,
                    StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY,
                    StandardWatchEventKinds.ENTRY_DELETE);
            Thread thread = new Thread(() -> watch(opened), "extensions-watch");
            thread.setDaemon(true);
            thread.start();
            return opened;
        } catch (IOException e) {
            LOG.info("{} cannot be watched and is scanned once a second: {}", folder, Causes.brief(e));
            return null;
        }
    }

    private void watch(WatchService opened) {
        try {
            boolean valid = true;
            while (valid) {
                WatchKey key = opened.take();
                key.pollEvents();
                onChange.run();
                valid = key.reset();
            }
        } catch (ClosedWatchServiceException e) {
            LOG.debug("the watch ends");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        if (service != null) {
            service.close();
        }
    }
}
