package svc.backup.s3;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.time.Clock;
import svc.backup.api.BackupTarget.StoredObject;

/**
 * The objects of a bucket with an object lock, which has all versions of each object. Others who can write to the bucket
 * can hide an object behind a delete marker or a newer version, but they cannot remove a version with a lock. Objects
 * never change, so the oldest version of an object is the one to read, whatever came after it. Only locks of the writer
 * and lists of a prune are deleted before their retention ends: the newest version of these objects counts.
 */
final class VersionedObjects implements BucketObjects {

    private static final List<String> SHORT_LIVED = List.of("lock/", "prune/");
    private static final int NOT_FOUND = 404;
    private static final int FORBIDDEN = 403;

    private final S3Client client;
    private final String prefix;
    private final BucketLock lock;
    private final Clock clock;
    private final Map<String, String> versions = new ConcurrentHashMap<>();

    VersionedObjects(S3Client client, String prefix, BucketLock lock, Clock clock) {
        this.client = client;
        this.prefix = prefix;
        this.lock = lock;
        this.clock = clock;
    }

    /** A version of an object, or a marker which says that the object was deleted. */
    private record Version(String name, String id, boolean isMarker, long size, String modified) {}

    /** Receives the versions of an object, newest first. */
    @FunctionalInterface
    private interface Receiver {
        void accept(List<Version> versions) throws IOException;
    }

    private void each(String names, Receiver receiver) throws IOException {
        S3Request first = S3Request.of("GET", "").query("versions", "").query("prefix", prefix + names);
        Optional<S3Request> page = Optional.of(first);
        List<Version> object = new ArrayList<>();
        while (page.isPresent()) {
            XmlDocument document = client.document(page.get());
            for (XmlDocument.Row row : document.rows()) {
                boolean isMarker = row.name().equals("DeleteMarker");
                if (!isMarker && !row.name().equals("Version")) {
                    continue;
                }
                String name = row.get("Key").substring(prefix.length());
                if (!object.isEmpty() && !object.get(0).name().equals(name)) {
                    receiver.accept(object);
                    object = new ArrayList<>();
                }
                long size = isMarker ? 0 : Long.parseLong(row.get("Size"));
                object.add(new Version(name, row.get("VersionId"), isMarker, size, row.get("LastModified")));
            }
            page = !document.get("IsTruncated").equals("true")
                    ? Optional.empty()
                    : Optional.of(first.query("key-marker", document.get("NextKeyMarker"))
                            .query("version-id-marker", document.get("NextVersionIdMarker")));
        }
        if (!object.isEmpty()) {
            receiver.accept(object);
        }
    }

    private static boolean isShortLived(String name) {
        return SHORT_LIVED.stream().anyMatch(name::startsWith);
    }

    /** Returns the version of an object that is to be read; empty if the object was deleted. */
    private static Optional<Version> visible(List<Version> newestFirst) {
        if (isShortLived(newestFirst.get(0).name())) {
            return Optional.of(newestFirst.get(0)).filter(version -> !version.isMarker());
        }
        Optional<Version> oldest = Optional.empty();
        for (Version version : newestFirst) {
            oldest = version.isMarker() ? oldest : Optional.of(version);
        }
        return oldest;
    }

    @Override
    public List<StoredObject> list(String names) throws IOException {
        List<StoredObject> found = new ArrayList<>();
        each(
                names,
                object -> visible(object).ifPresent(version -> {
                    versions.put(version.name(), version.id());
                    found.add(new StoredObject(version.name(), version.size()));
                }));
        found.sort(Comparator.comparing(StoredObject::name));
        return found;
    }

    @Override
    public Optional<String> version(String name) throws IOException {
        if (isShortLived(name)) {
            return Optional.empty();
        }
        if (!versions.containsKey(name)) {
            list(name);
        }
        return Optional.of(Optional.ofNullable(versions.get(name)).orElseThrow(() -> new NoSuchFileException(name)));
    }

    @Override
    public void delete(String name) throws IOException {
        versions.remove(name);
        if (isShortLived(name)) {
            client.call(S3Request.of("DELETE", prefix + name), NOT_FOUND); // Adds a marker.
            return;
        }
        each(name, object -> {
            if (object.get(0).name().equals(name)) {
                for (Version version : object) {
                    remove(version);
                }
            }
        });
    }

    /** Removes a version. Returns false if its lock prevents it. */
    private boolean remove(Version version) throws IOException {
        S3Request request = S3Request.of("DELETE", prefix + version.name()).query("versionId", version.id());
        if (client.call(request, NOT_FOUND, FORBIDDEN).status() != FORBIDDEN) {
            return true;
        } else if (ObjectLock.of(client, prefix + version.name(), Optional.of(version.id()))
                .filter(held -> held.isHeld(clock.now()))
                .isPresent()) {
            return false;
        }
        throw new S3Exception(
                "The object storage does not permit to delete versions of objects, although their lock has"
                        + " ended. Give the access key the right s3:DeleteObjectVersion.");
    }

    /** The oldest version is removed first, so that a marker hides an object until no version of it remains. */
    @Override
    public void sweep() throws IOException {
        Instant ended = clock.now().minus(lock.retention());
        for (String names : SHORT_LIVED) {
            each(names, object -> {
                int hidden = object.get(0).isMarker() ? 0 : 1;
                for (int at = object.size() - 1; at >= hidden; at--) {
                    if (!isBefore(object.get(at), ended) || !remove(object.get(at))) {
                        return;
                    }
                }
            });
        }
    }

    private static boolean isBefore(Version version, Instant time) {
        try {
            return Instant.parse(version.modified()).isBefore(time);
        } catch (DateTimeException e) {
            return false;
        }
    }
}
