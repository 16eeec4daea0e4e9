package svc.launcher.config;

import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Holds the keys that somebody gave a value against what they say about their neighbours.
 *
 * @param settings every key with its value, by its address
 * @param places where a value stands, by the address of its key; defaults stand nowhere
 * @param spoilt the addresses of values that something else is wrong with, of which nothing more is said
 * @param home where files are that are named without their whole path
 */
record Combinations(Map<String, Setting> settings, Map<String, Place> places, Set<String> spoilt, Path home) {

    /** A place of a text, and the list of what is wrong there. */
    record Place(ProblemList problems, int line, int column) {
        void add(String sentence, String remedy) {
            problems.add(line, column, sentence, remedy);
        }
    }

    void check() {
        places.forEach((address, place) -> {
            Setting setting = settings.get(address);
            if (setting != null && says(setting)) {
                check(setting.key(), place);
            }
        });
    }

    private void check(KeyDefinition key, Place place) {
        String subject = "The key " + key.key() + " of [" + key.table() + "]";
        for (List<String> needed : key.marks().needs()) {
            if (needed.stream().noneMatch(other -> says(key, other))) {
                String either = String.join(" or ", needed);
                place.add(
                        subject + " needs " + either + " too, which has no value.",
                        "Set " + either + " in [" + key.table() + "], or take " + key.key() + " out.");
            }
        }
        key.marks().needs().stream().flatMap(List::stream).forEach(other -> pair(key, other, place));
        for (String excluded : key.marks().excludes()) {
            if (says(key, excluded) && !spoilt.contains(key.table() + "." + excluded)) {
                place.add(
                        subject + " cannot stand together with " + excluded + ".",
                        "Take one of the two out; svc config explain " + key.address() + " tells what it means.");
            }
        }
    }

    /** A certificate that needs a key needs the one that it was made for. */
    private void pair(KeyDefinition key, String other, Place place) {
        Optional<Path> certificate = file(key.address(), KeyForm.CERTIFICATE);
        Optional<Path> secret = file(key.table() + "." + other, KeyForm.PRIVATE_KEY);
        if (certificate.isPresent() && secret.isPresent() && !PemFiles.belong(certificate.get(), secret.get())) {
            place.add(
                    "The certificate in " + certificate.get() + " does not belong to the key in " + secret.get() + ".",
                    "Name the two files of one pair in " + key.key() + " and " + other + " of [" + key.table() + "].");
        }
    }

    private Optional<Path> file(String address, KeyForm form) {
        return Optional.ofNullable(settings.get(address))
                .filter(setting -> says(setting) && !spoilt.contains(address))
                .filter(setting -> setting.key().marks().form().equals(Optional.of(form)))
                .flatMap(Setting::value)
                .map(value -> home.resolve(value.toString()));
    }

    private boolean says(KeyDefinition key, String other) {
        String address = key.table() + "." + other;
        Setting setting = settings.get(address);
        return spoilt.contains(address) || (setting != null && says(setting));
    }

    /** Whether the value turns anything on: an empty text or list and {@code false} do not. */
    private static boolean says(Setting setting) {
        return setting.isSet()
                && setting.value()
                        .filter(value ->
                                !value.equals(false) && !(value.getClass().isArray() && Array.getLength(value) == 0))
                        .isPresent();
    }
}
