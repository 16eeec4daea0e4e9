package svc.api.identity;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.AbstractList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An immutable list of shared containers that answers the questions of each request without reading the whole list,
 * because an account can have thousands of them. Thread-safe.
 */
final class IndexedContainers extends AbstractList<SharedContainer> implements RandomAccess {

    private static final int HASH_BYTES = 8;

    private final List<SharedContainer> all;
    private final Map<HashKey, String> hashes = new ConcurrentHashMap<>();
    private volatile @Nullable Index index;

    private IndexedContainers(Collection<SharedContainer> containers) {
        this.all = List.copyOf(containers);
    }

    /** The containers of one type, and the rights that the caller has in at least one of them. */
    private static final class OfType {

        private final Map<Long, SharedContainer> containers = new HashMap<>();
        private final Set<String> rights = new HashSet<>();
        private volatile @Nullable Set<Long> numbers;

        Set<Long> numbers() {
            Set<Long> known = numbers;
            if (known == null) {
                known = Set.copyOf(containers.keySet());
                numbers = known;
            }
            return known;
        }
    }

    private record HashKey(Set<String> types, boolean withRights) {}

    private record Index(Map<String, OfType> types, Map<String, Access> access, boolean readOnly) {

        static Index of(List<SharedContainer> containers) {
            Map<String, OfType> types = new HashMap<>();
            Map<String, Access> access = new HashMap<>();
            boolean readOnly = true;
            for (SharedContainer container : containers) {
                OfType ofType = types.computeIfAbsent(container.type(), type -> new OfType());
                ofType.containers.put(container.n(), container);
                ofType.rights.addAll(container.rights());
                readOnly &= container.access() == Access.READ;
                for (String urn : container.capabilities()) {
                    access.merge(urn, container.access(), (one, other) -> one.compareTo(other) >= 0 ? one : other);
                }
            }
            return new Index(types, Collections.unmodifiableMap(access), readOnly);
        }
    }

    static IndexedContainers of(Collection<SharedContainer> containers) {
        return containers instanceof IndexedContainers indexed ? indexed : new IndexedContainers(containers);
    }

    @Override
    public SharedContainer get(int index) {
        return all.get(index);
    }

    @Override
    public int size() {
        return all.size();
    }

    /** Returns the index, which is built at the first use. */
    private Index index() {
        Index known = index;
        if (known == null) {
            known = Index.of(all);
            index = known;
        }
        return known;
    }

    private OfType ofType(String type) {
        return index().types().getOrDefault(type, new OfType());
    }

    Map<Long, SharedContainer> containers(String type) {
        return Collections.unmodifiableMap(ofType(type).containers);
    }

    boolean hasRight(String type, String right) {
        return ofType(type).rights.contains(right);
    }

    Map<String, Access> access() {
        return index().access();
    }

    boolean isReadOnly() {
        return index().readOnly();
    }

    Set<Long> numbers(Set<String> wanted) {
        List<Set<Long>> parts = wanted.stream()
                .map(type -> ofType(type).numbers())
                .filter(part -> !part.isEmpty())
                .toList();
        return parts.size() == 1
                ? parts.get(0)
                : parts.stream().flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());
    }

    String hash(Set<String> wanted, boolean withRights) {
        return hashes.computeIfAbsent(new HashKey(Set.copyOf(wanted), withRights), key -> {
            Stream<SharedContainer> some = all.stream().filter(one -> wanted.contains(one.type()));
            return hash(some.map(one -> withRights ? one.n() + " " + new TreeSet<>(one.rights()) : "" + one.n()));
        });
    }

    private static String hash(Stream<String> texts) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(texts.sorted().collect(Collectors.joining("\n")).getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
