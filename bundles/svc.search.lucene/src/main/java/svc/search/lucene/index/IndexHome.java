package svc.search.lucene.index;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.lifecycle.StartupException;
import svc.api.store.Store.HomeIdentity;

/**
 * The folder of the search indexes: {@code index/aN/TYPE} for each account and type, the files {@code generation} and
 * {@code home}, and indexes of earlier generations or of a replaced database, which were moved aside. The folder of an
 * account has the same name in every generation, so that erasure works for all of them.
 */
public final class IndexHome {

    /** The format of the indexes that this version writes. It increases with each incompatible change. */
    public static final int GENERATION = 1;

    private static final Logger LOG = LoggerFactory.getLogger(IndexHome.class);
    private static final String INDEX = "index";
    private static final String ASIDE = "set-aside-";

    private final Path root;
    private final Supplier<Optional<HomeIdentity>> database;
    private volatile boolean checked;

    /**
     * Creates the object. The folder is not read or changed.
     *
     * @param database the identity of the database that the indexes belong to
     */
    public IndexHome(Path root, Supplier<Optional<HomeIdentity>> database) {
        this.root = root;
        this.database = database;
    }

    public Path folder(long account, String type) {
        return root.resolve(INDEX).resolve(account(account)).resolve(type);
    }

    private static String account(long n) {
        return "a" + n;
    }

    /**
     * Returns the generation of the existing indexes; empty if there are no indexes. An unreadable number counts as 0.
     */
    public OptionalInt found() throws IOException {
        try {
            return OptionalInt.of(
                    Integer.parseInt(Files.readString(generation()).strip()));
        } catch (NumberFormatException e) {
            return OptionalInt.of(0);
        } catch (NoSuchFileException e) {
            return Files.isDirectory(root.resolve(INDEX)) ? OptionalInt.of(0) : OptionalInt.empty();
        }
    }

    private Path generation() {
        return root.resolve("generation");
    }

    /**
     * Moves indexes of an earlier generation or another database aside, and writes the current generation and home.
     * Nothing is deleted.
     *
     * @throws StartupException if a later version made the indexes, which this version must not change
     */
    public synchronized void check() throws IOException {
        if (checked) {
            return;
        }
        OptionalInt found = found();
        if (found.isPresent() && found.getAsInt() > GENERATION) {
            throw new StartupException(
                    "The search indexes in " + root + " are of generation " + found.getAsInt()
                            + "; this version supports generation " + GENERATION + " at most.",
                    "Start the version that wrote them, or move the folder away so that they are rebuilt.");
        }
        if (found.isPresent() && found.getAsInt() != GENERATION) {
            setAside(Integer.toString(found.getAsInt()));
        }
        if (found.isEmpty() || found.getAsInt() != GENERATION) {
            write(generation(), Integer.toString(GENERATION));
        }
        Optional<HomeIdentity> home = database.get();
        if (home.isPresent()) {
            follow(home.get());
        }
        checked = true;
    }

    /**
     * Moves indexes aside that belong to another home or were written before the database was restored. Indexes of
     * earlier releases have no {@code home} file. They belong to the current database unless it was restored.
     */
    private void follow(HomeIdentity home) throws IOException {
        String now = home.home() + " " + home.restored();
        Optional<String> before = Optional.empty();
        if (Files.exists(identityFile())) {
            before = Optional.of(Files.readString(identityFile()).strip());
        }
        boolean same = before.map(now::equals).orElse(home.restored() == 0);
        if (!same && Files.exists(root.resolve(INDEX))) {
            LOG.warn("The search indexes in {} do not belong to this database: they are set aside and rebuilt", root);
            setAside("restored");
        }
        if (!before.equals(Optional.of(now))) {
            write(identityFile(), now);
        }
    }

    private void setAside(String name) throws IOException {
        Path aside = root.resolve(ASIDE + name);
        for (int i = 2; Files.exists(aside); i++) {
            aside = root.resolve(ASIDE + name + "-" + i);
        }
        if (Files.exists(root.resolve(INDEX))) {
            Files.move(root.resolve(INDEX), aside, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private void write(Path file, String line) throws IOException {
        Files.createDirectories(root);
        Path temporary = root.resolve(file.getFileName() + ".new");
        Files.writeString(temporary, line + "\n");
        replace(temporary, file);
    }

    /**
     * Returns the file that identifies the database of the indexes by the id of the home and the number of its last
     * restore.
     */
    private Path identityFile() {
        return root.resolve("home");
    }

    private static void replace(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Returns the folders that were moved aside. */
    public List<Path> aside() {
        return DirectoryTrees.in(root).stream()
                .filter(folder -> String.valueOf(folder.getFileName()).startsWith(ASIDE))
                .toList();
    }

    /** Returns the numbers of the accounts that have an index. */
    public List<Long> accounts() {
        return all().flatMap(folder -> DirectoryTrees.in(folder).stream())
                .map(folder -> String.valueOf(folder.getFileName()))
                .filter(name -> name.matches("a[0-9]{1,18}"))
                .map(name -> Long.parseLong(name.substring(1)))
                .distinct()
                .toList();
    }

    /** Removes all indexes of an account, of every generation. */
    public void erase(long account) {
        all().forEach(folder -> DirectoryTrees.remove(folder.resolve(account(account))));
    }

    private Stream<Path> all() {
        return Stream.concat(Stream.of(root.resolve(INDEX)), aside().stream());
    }

    @Override
    public String toString() {
        return root.toString();
    }
}
