package svc.launcher.config;

import java.lang.reflect.Array;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import svc.launcher.config.keys.KeyDefinition;
import svc.launcher.config.keys.PemFiles;
import svc.launcher.config.keys.ValueFormat;
import svc.launcher.config.toml.ProblemList;

/**
 * Checks for each configured key that the keys that it needs have values and that the keys that it excludes have none.
 *
 * @param settings every key with its value, by its address
 * @param places the place of each configured value, by the address of its key; defaults have none
 * @param invalid the addresses of values with another problem, which is reported already
 * @param home the base of relative file paths
 */
record KeyConstraints(Map<String, Setting> settings, Map<String, Place> places, Set<String> invalid, Path home) {

    /** A place in a text, and the list of its problems. */
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
            if (says(key, excluded) && !invalid.contains(key.table() + "." + excluded)) {
                place.add(
                        subject + " cannot be combined with " + excluded + ".",
                        "Remove one of the two; svc config explain " + key.address() + " describes it.");
            }
        }
    }

    /** Checks that a certificate belongs to the private key that it needs. */
    private void pair(KeyDefinition key, String other, Place place) {
        Optional<Path> certificate = file(key.address(), ValueFormat.CERTIFICATE);
        Optional<Path> secret = file(key.table() + "." + other, ValueFormat.PRIVATE_KEY);
        if (certificate.isPresent() && secret.isPresent() && !PemFiles.belong(certificate.get(), secret.get())) {
            place.add(
                    "The certificate in " + certificate.get() + " does not belong to the key in " + secret.get() + ".",
                    "Name the two files of one pair in " + key.key() + " and " + other + " of [" + key.table() + "].");
        }
    }

    private Optional<Path> file(String address, ValueFormat form) {
        return Optional.ofNullable(settings.get(address))
                .filter(setting -> says(setting) && !invalid.contains(address))
                .filter(setting -> setting.key().marks().form().equals(Optional.of(form)))
                .flatMap(Setting::value)
                .map(value -> home.resolve(value.toString()));
    }

    private boolean says(KeyDefinition key, String other) {
        String address = key.table() + "." + other;
        Setting setting = settings.get(address);
        return invalid.contains(address) || (setting != null && says(setting));
    }

    /** Returns whether the value enables anything: false for an empty text, an empty list and {@code false}. */
    private static boolean says(Setting setting) {
        return setting.isSet()
                && setting.value()
                        .filter(value ->
                                !value.equals(false) && !(value.getClass().isArray() && Array.getLength(value) == 0))
                        .isPresent();
    }
}
