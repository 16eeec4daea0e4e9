package svc.backup.verify;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import svc.api.backup.StoreImages.AccountContents;
import svc.api.backup.StoreImages.StoreImage;
import svc.api.backup.StoreImages.TypeContents;
import svc.backup.format.RunManifest;

/**
 * What a copy of the database contains, in the form of the manifest.
 *
 * @param schema the schema version of each namespace
 * @param counts the number of objects of each type
 * @param heads the sequence number of the next change of each account
 */
public record ImageContents(Map<String, Long> schema, Map<String, Long> counts, Map<String, Long> heads) {

    public static ImageContents of(StoreImage image) {
        Map<String, Long> schema = new TreeMap<>();
        image.schema().forEach((namespace, number) -> schema.put(namespace, number.longValue()));
        Map<String, Long> counts = new TreeMap<>();
        Map<String, Long> heads = new TreeMap<>();
        image.accounts(account -> add(account, counts, heads));
        return new ImageContents(schema, counts, heads);
    }

    private static void add(AccountContents account, Map<String, Long> counts, Map<String, Long> heads) {
        heads.put(Long.toString(account.account()), account.nextSequence());
        for (TypeContents type : account.types()) {
            counts.merge(type.type(), type.objects(), Long::sum);
        }
    }

    /** Returns what differs from a manifest, as {@code counts of Email: 7 instead of 8}. */
    public Set<String> differences(RunManifest manifest) {
        Set<String> found = new TreeSet<>();
        compare("schema of ", schema, manifest.schema(), found);
        compare("counts of ", counts, manifest.counts(), found);
        compare("heads of ", heads, manifest.heads(), found);
        return found;
    }

    private static void compare(String what, Map<String, Long> actual, Map<String, Long> expected, Set<String> found) {
        Set<String> names = new TreeSet<>(actual.keySet());
        names.addAll(expected.keySet());
        for (String name : names) {
            if (!Objects.equals(actual.get(name), expected.get(name))) {
                found.add(what + name + ": " + actual.get(name) + " instead of " + expected.get(name));
            }
        }
    }
}
