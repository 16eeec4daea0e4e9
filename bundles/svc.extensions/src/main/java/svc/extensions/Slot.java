package svc.extensions;

import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** One file name of the folder: a new jar begins its life there only when that of the one before has ended. */
final class Slot {

    private final BiFunction<ExtensionsFolder.Found, Optional<JarFacts>, Extension> birth;
    private final Runnable left;
    private @Nullable Extension current;
    private ExtensionsFolder.@Nullable Found next;
    private Runnable emptied = () -> {};
    private Optional<JarFacts> before = Optional.empty();
    private boolean leaving;

    /**
     * An empty one.
     *
     * @param birth makes an extension of a file and of what was there before
     * @param left called when an extension has left
     */
    Slot(BiFunction<ExtensionsFolder.Found, Optional<JarFacts>, Extension> birth, Runnable left) {
        this.birth = birth;
        this.left = left;
    }

    Optional<Extension> current() {
        return Optional.ofNullable(current);
    }

    /** The file is new, or another one than before. */
    void replace(ExtensionsFolder.Found found) {
        next = found;
        leave();
    }

    /** The file is gone. Runs {@code then} unless there is a new one by then. */
    void clear(Runnable then) {
        next = null;
        emptied = then;
        leave();
    }

    private void leave() {
        Extension old = current;
        if (leaving) {
            return;
        }
        if (old == null) {
            begin();
        } else {
            leaving = true;
            old.retire(() -> {
                leaving = false;
                before = old.facts().or(() -> before);
                current = null;
                left.run();
                begin();
            });
        }
    }

    private void begin() {
        ExtensionsFolder.Found found = next;
        next = null;
        if (found != null) {
            current = birth.apply(found, before);
        } else {
            emptied.run();
        }
    }
}
