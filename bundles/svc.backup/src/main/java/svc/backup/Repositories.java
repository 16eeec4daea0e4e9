package svc.backup;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import svc.api.json.Json;
import svc.api.time.Clock;
import svc.backup.api.BackupTarget;
import svc.backup.api.TargetFactory;
import svc.backup.api.TargetFactory.Purpose;
import svc.backup.directory.DirectoryTarget;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.format.Repository;
import svc.backup.key.BackupKey;
import svc.backup.key.Recipient;

/** Creates and opens repositories with the key of this home. Thread-safe. */
@Component(service = Repositories.class, configurationPid = "svc.backup")
@Designate(ocd = BackupConfig.class)
public final class Repositories {

    /** The file of the key in a home. */
    static final String KEY = "secrets/backup.key";

    /** The detail of findings that need a repository. */
    static final String NOT_CONFIGURED = "No backups are configured ([backup] target).";

    private static final String SCHEME_END = "://";

    private final Path home;
    private final BackupConfig config;
    private final Json json;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<TargetFactory> factories = List.of();

    @Activate
    public Repositories(BundleContext context, BackupConfig config, @Reference Json json, @Reference Clock clock) {
        this(Path.of(String.valueOf(context.getProperty("svc.home"))), config, json, clock);
    }

    /** Creates the object without the component runtime. */
    Repositories(Path home, BackupConfig config, Json json, Clock clock, TargetFactory... factories) {
        this.factories = List.of(factories);
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

    /** Returns the home. */
    public Path home() {
        return home;
    }

    BackupConfig config() {
        return config;
    }

    /** Returns the recipient of the contents of a new repository; empty if the key decrypts them. */
    Optional<Recipient> recipient() throws BackupException {
        try {
            return config.recipient().isBlank() ? Optional.empty() : Optional.of(Recipient.of(config.recipient()));
        } catch (IllegalArgumentException e) {
            throw new BackupException("[backup] recipient: " + e.getMessage());
        }
    }

    /** Returns the location of the repository; empty if no backups are configured. */
    Optional<String> target() {
        return config.target().isBlank() ? Optional.empty() : Optional.of(config.target());
    }

    /** Returns whether the repository is on other machines, and not in a folder. */
    boolean isRemote() {
        return config.target().contains(SCHEME_END);
    }

    /** Receives a new key before it is used. */
    interface KeyReceiver {
        void accept(BackupKey key) throws IOException;

        /** Called if the repository cannot be created: the key is not used. */
        void discard() throws IOException;
    }

    /**
     * Creates a repository in an empty target; a folder need not exist. The first one also creates the key of this home.
     *
     * @param location the absolute path of a folder, or a location with a scheme
     * @param sameDisk whether a folder may be on the disk of the home
     * @param receiver receives a key that is created
     */
    Created create(String location, boolean sameDisk, KeyReceiver receiver) throws IOException {
        Optional<TargetFactory> factory = factory(location);
        BackupTarget target = factory.isPresent()
                ? factory.get().open(location, Purpose.BACKUP)
                : newFolder(folder(location), sameDisk);
        if (!target.list("").isEmpty()) {
            throw new BackupException("The target " + location + " is not empty. A new repository needs an empty one.");
        }
        Optional<Recipient> recipient = recipient();
        Optional<BackupKey> known = key();
        BackupKey key = known.orElseGet(() -> BackupKey.fresh(random));
        if (known.isEmpty()) {
            receiver.accept(key);
            new OwnerOnly(home).write(home.resolve(KEY), key.toBytes());
        }
        try {
            Repository.create(target, key, recipient, json, random, clock.now());
        } catch (IOException | RuntimeException e) {
            if (known.isEmpty()) {
                Files.delete(home.resolve(KEY)); // Otherwise the next call would not show its words.
                receiver.discard();
            }
            throw e;
        }
        return new Created(key, known.isEmpty());
    }

    private DirectoryTarget newFolder(Path folder, boolean sameDisk) throws IOException {
        if (folder.startsWith(home) || home.startsWith(folder)) {
            throw new BackupException("The target " + folder + " and the home " + home
                    + " contain one another. Choose a folder outside the home.");
        }
        if (!sameDisk && Files.getFileStore(existing(folder)).equals(Files.getFileStore(home))) {
            throw new BackupException("The target " + folder + " is on the disk of the home: both would be lost"
                    + " together. Choose another disk, or repeat the command with --same-disk.");
        }
        return DirectoryTarget.create(folder);
    }

    /** Thrown for a text that is no location. */
    static final class LocationException extends BackupException {

        @Serial
        private static final long serialVersionUID = 1L;

        LocationException(String message) {
            super(message);
        }
    }

    /** Checks the form of a location. */
    public void check(String location) throws BackupException {
        if (factory(location).isEmpty()) {
            folder(location);
        }
    }

    /** Returns the factory for the scheme of a location; empty for a folder. */
    private Optional<TargetFactory> factory(String location) throws BackupException {
        int end = location.indexOf(SCHEME_END);
        if (end < 0) {
            return Optional.empty();
        }
        String scheme = location.substring(0, end);
        for (TargetFactory factory : factories) {
            if (factory.scheme().equals(scheme)) {
                return Optional.of(factory);
            }
        }
        throw new BackupException("No bundle stores backups in targets that begin with " + scheme
                + "://. Use a folder or s3://BUCKET/PREFIX.");
    }

    private static Path folder(String location) throws BackupException {
        try {
            Path folder = Path.of(location);
            if (folder.isAbsolute()) {
                return folder.normalize();
            }
        } catch (InvalidPathException e) {
            // The location is refused below.
        }
        throw new LocationException("The target \"" + location
                + "\" is neither the absolute path of a folder nor a location such as s3://BUCKET/PREFIX.");
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
    public Repository open() throws IOException {
        String location = target().orElseThrow(
                        () -> new BackupException("No target is configured. Run `svc backup init --to TARGET`, and"
                                + " set target in [backup] of svc.toml."));
        Repository repository = Repository.open(target(location, Purpose.BACKUP), requiredKey(), json, random);
        Optional<Recipient> recipient = recipient();
        if (!recipient.equals(repository.recipient())) {
            throw new BackupException("[backup] recipient is " + text(recipient)
                    + ", and the recipient of the repository "
                    + location + " is " + text(repository.recipient()) + ". Correct recipient in svc.toml, or create"
                    + " another repository with `svc backup init --to TARGET`.");
        }
        return repository;
    }

    private static String text(Optional<Recipient> recipient) {
        return recipient.map(Recipient::toString).orElse("not set");
    }

    /** Opens the repository of the configuration, whose contents the caller reads. */
    public Repository openReadable() throws IOException {
        Repository repository = open();
        if (!repository.isReadable()) {
            throw new BackupException("This server cannot read its backups: they are encrypted to the recipient "
                    + repository.recipient().orElseThrow() + ". On another machine, with the words of its identity, run"
                    + " `svc backup restore` or `svc backup drill-elsewhere`.");
        }
        return repository;
    }

    /** Opens a repository that has a backup of this home. */
    Repository openForRestore(String location) throws IOException {
        return Repository.open(target(location, Purpose.RESTORE), requiredKey(), json, random);
    }

    /**
     * Opens a repository, and reads its contents.
     *
     * @param words the 24 words of its key, or of the identity of its recipient
     */
    public Repository openWithWords(String location, BackupKey words) throws IOException {
        Repository repository = Repository.openWithWords(target(location, Purpose.RESTORE), words, json, random);
        if (!repository.isReadable()) {
            throw new BackupException("The contents of the repository are encrypted to the recipient "
                    + repository.recipient().orElseThrow() + ". The 24 words of its identity are needed.");
        }
        return repository;
    }

    private BackupKey requiredKey() throws IOException {
        return key().orElseThrow(() ->
                new BackupException("There is no " + home.resolve(KEY) + ". Run `svc backup init`, which creates it."));
    }

    private BackupTarget target(String location, Purpose purpose) throws IOException {
        Optional<TargetFactory> factory = factory(location);
        return factory.isPresent() ? factory.get().open(location, purpose) : existingFolder(folder(location));
    }

    private static DirectoryTarget existingFolder(Path folder) throws IOException {
        try {
            return DirectoryTarget.open(folder);
        } catch (NoSuchFileException e) {
            throw new BackupException("There is no folder " + folder + ".");
        }
    }

    /** Returns the key of this home; empty if it has none. */
    Optional<BackupKey> key() throws IOException {
        try {
            return Optional.of(BackupKey.of(Files.readAllBytes(home.resolve(KEY))));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new BackupException(home.resolve(KEY) + " is not a backup key. " + e.getMessage());
        }
    }
}
