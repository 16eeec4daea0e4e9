package svc.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.json.Json;
import svc.api.time.Clock;
import svc.backup.directory.DirectoryTarget;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.format.Repository;
import svc.backup.key.BackupKey;

/** Creates and opens repositories with the key of this home. Thread-safe. */
@Component(service = Repositories.class, configurationPid = "svc.backup")
@Designate(ocd = BackupConfig.class)
public final class Repositories {

    /** The file of the key in a home. */
    static final String KEY = "secrets/backup.key";

    /** The detail of findings that need a repository. */
    static final String NOT_CONFIGURED = "No backups are configured ([backup] target).";

    private final Path home;
    private final BackupConfig config;
    private final Json json;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    @Activate
    public Repositories(BundleContext context, BackupConfig config, @Reference Json json, @Reference Clock clock) {
        this(Path.of(String.valueOf(context.getProperty("svc.home"))), config, json, clock);
    }

    /** Creates the object without the component runtime. */
    Repositories(Path home, BackupConfig config, Json json, Clock clock) {
        this.home = home.toAbsolutePath();
        this.config = config;
        this.json = json;
        this.clock = clock;
    }

    /**
     * A repository that was created.
     *
     * @param key its key
     * @param fresh whether the key was created, too
     */
    record Created(BackupKey key, boolean fresh) {}

    Path home() {
        return home;
    }

    BackupConfig config() {
        return config;
    }

    /** Returns the folder of the repository; empty if no backups are configured. */
    Optional<Path> target() {
        return config.target().isBlank() ? Optional.empty() : Optional.of(Path.of(config.target()));
    }

    /** Receives a new key before it is used. */
    @FunctionalInterface
    interface KeyReceiver {
        void accept(BackupKey key) throws IOException;
    }

    /**
     * Creates a repository in an empty or new folder. The first one also creates the key of this home.
     *
     * @param sameDisk whether the folder may be on the disk of the home
     * @param receiver receives a key that is created
     */
    Created create(Path folder, boolean sameDisk, KeyReceiver receiver) throws IOException {
        Path absolute = folder.toAbsolutePath().normalize();
        if (absolute.startsWith(home) || home.startsWith(absolute)) {
            throw new BackupException("The target " + absolute + " and the home " + home
                    + " contain one another. Choose a folder outside the home.");
        }
        if (!sameDisk && Files.getFileStore(existing(absolute)).equals(Files.getFileStore(home))) {
            throw new BackupException("The target " + absolute + " is on the disk of the home: both would be lost"
                    + " together. Choose another disk, or repeat the command with --same-disk.");
        }
        DirectoryTarget target = DirectoryTarget.create(absolute);
        if (!target.list("").isEmpty()) {
            throw new BackupException("The folder " + absolute + " is not empty. A new repository needs an empty one.");
        }
        Optional<BackupKey> known = key();
        BackupKey key = known.orElseGet(() -> BackupKey.fresh(random));
        if (known.isEmpty()) {
            receiver.accept(key);
            new OwnerOnly(home).write(home.resolve(KEY), key.toBytes());
        }
        Repository.create(target, key, json, random, clock.now());
        return new Created(key, known.isEmpty());
    }

    /** Returns the nearest folder that exists. */
    private static Path existing(Path folder) {
        Path found = folder;
        while (!Files.exists(found)) {
            found = Objects.requireNonNull(found.getParent());
        }
        return found;
    }

    /** Opens the repository of the configuration. */
    Repository open() throws IOException {
        Path folder = target().orElseThrow(
                        () -> new BackupException("No target is configured. Run `svc backup init --to FOLDER`, and"
                                + " set target in [backup] of svc.toml."));
        BackupKey key = key().orElseThrow(() ->
                new BackupException("There is no " + home.resolve(KEY) + ". Run `svc backup init`, which creates it."));
        return open(folder, key);
    }

    /** Opens a repository with a key. */
    Repository open(Path folder, BackupKey key) throws IOException {
        try {
            return Repository.open(DirectoryTarget.open(folder), key, json, random);
        } catch (NoSuchFileException e) {
            throw new BackupException("There is no folder " + folder + ".");
        }
    }

    private Optional<BackupKey> key() throws IOException {
        try {
            return Optional.of(BackupKey.of(Files.readAllBytes(home.resolve(KEY))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new BackupException(home.resolve(KEY) + " is not a backup key. " + e.getMessage());
        }
    }
}
