package svc.extensions;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** All file names of the folder, each with what lives there now. Used on the loop only. */
final class Slots {

    private final Map<String, Slot> byName = new TreeMap<>();
    private final BiFunction<ExtensionsFolder.Found, Optional<JarFacts>, Extension> birth;
    private final Runnable left;

    /**
     * None so far.
     *
     * @param birth makes an extension of a file and of what was there before
     * @param left called when an extension has left
     */
    Slots(BiFunction<ExtensionsFolder.Found, Optional<JarFacts>, Extension> birth, Runnable left) {
        this.birth = birth;
        this.left = left;
    }

    /** By file name, the order in which they start. */
    Collection<Extension> all() {
        return byName.values().stream().flatMap(slot -> slot.current().stream()).toList();
    }

    void arrived(ExtensionsFolder.Found found) {
        byName.computeIfAbsent(found.fileName(), name -> new Slot(birth, left)).replace(found);
    }

    /** The file is gone; when its bundle is too, {@code then} hears what it was. */
    void gone(Path file, Consumer<Optional<JarFacts>> then) {
        String name = String.valueOf(file.getFileName());
        Slot slot = byName.get(name);
        if (slot != null) {
            Optional<JarFacts> facts = slot.current().flatMap(Extension::facts);
            slot.clear(() -> {
                byName.remove(name, slot);
                then.accept(facts);
            });
        }
    }
}
