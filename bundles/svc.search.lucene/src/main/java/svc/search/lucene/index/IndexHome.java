package svc.search.lucene;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;
import svc.api.boot.BootRefusal;

/**
 * The folder of the search indexes: {@code index/aN/TYPE} for each account and type, {@code generation} beside it, and what earlier
 * generations left, set aside. In every generation the folder of an account has its name, so that erasing it needs to know no more.
 */
final class IndexHome {

    /** What the indexes are like that this version makes; grows when an earlier version could not read them, or the other way round. */
    static final int GENERATION = 1;

    private static final String INDEX = "index";
    private static final String ASIDE = "set-aside-";

    private final Path root;
    private volatile boolean claimed;

    IndexHome(Path root) {
        this.root = root;
    }

    Path folder(long account, String type) {
        return root.resolve(INDEX).resolve(account(account)).resolve(type);
    }

    private static String account(long n) {
        return "a" + n;
    }

    /** The generation of what is there; empty where nothing is. A number that cannot be read counts as before all others. */
    OptionalInt found() throws IOException {
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
     * Puts what an earlier version made out of the way, and says that from now on it is ours. Nothing is deleted.
     *
     * @throws BootRefusal when a later version made it: this one must not touch it
     */
    synchronized void claim() throws IOException {
        if (claimed) {
            return;
        }
        OptionalInt found = found();
        if (found.isPresent() && found.getAsInt() > GENERATION) {
            throw new BootRefusal(
                    "The search indexes in " + root + " are of generation " + found.getAsInt()
                            + "; this version knows generation " + GENERATION + " at most.",
                    "Start the version that made them, or move the folder away: then they are built anew.");
        }
        if (found.isPresent() && found.getAsInt() != GENERATION) {
            Path aside = root.resolve(ASIDE + found.getAsInt());
            for (int i = 2; Files.exists(aside); i++) {
                aside = root.resolve(ASIDE + found.getAsInt() + "-" + i);
            }
            if (Files.exists(root.resolve(INDEX))) {
                Files.move(root.resolve(INDEX), aside, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        if (found.isEmpty() || found.getAsInt() != GENERATION) {
            Files.createDirectories(root);
            Path draft = root.resolve("generation.new");
            Files.writeString(draft, GENERATION + "\n");
            replace(draft, generation());
        }
        claimed = true;
    }

    private static void replace(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** What earlier generations left. */
    List<Path> aside() {
        return Folders.in(root).stream()
                .filter(folder -> String.valueOf(folder.getFileName()).startsWith(ASIDE))
                .toList();
    }

    /** The numbers of the accounts that have an index. */
    List<Long> accounts() {
        return all().flatMap(folder -> Folders.in(folder).stream())
                .map(folder -> String.valueOf(folder.getFileName()))
                .filter(name -> name.matches("a[0-9]{1,18}"))
                .map(name -> Long.parseLong(name.substring(1)))
                .distinct()
                .toList();
    }

    /** Removes all of an account, of every generation. */
    void erase(long account) {
        all().forEach(folder -> Folders.remove(folder.resolve(account(account))));
    }

    private Stream<Path> all() {
        return Stream.concat(Stream.of(root.resolve(INDEX)), aside().stream());
    }

    @Override
    public String toString() {
        return root.toString();
    }
}
