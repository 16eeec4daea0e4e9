package svc.backup.s3;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.backup.s3.S3Stub.Refusal;

/** The objects of {@link S3Stub}, with the rules of Amazon S3 for versions and locks. */
final class S3Storage {

    private static final String META = "x-amz-meta-svc-upload";

    /** The versions of each object, newest first. */
    Map<String, List<Version>> objects = new TreeMap<>();

    /** The sizes of the parts of all uploads. */
    final List<Long> parts = new ArrayList<>();

    Optional<BucketLock> lock;

    private final Map<String, Upload> uploads = new LinkedHashMap<>();
    private final InstantSource clock;
    private int numbers;

    S3Storage(Optional<BucketLock> lock, InstantSource clock) {
        this.lock = lock;
        this.clock = clock;
    }

    /** A version of an object; one without a file is a delete marker. */
    record Version(String id, Optional<Path> content, Instant time, String meta, Instant until) {

        Path file() {
            return content.orElseThrow();
        }

        Map<String, String> fields() {
            Map<String, String> fields = new LinkedHashMap<>(Map.of("x-amz-version-id", id, META, meta));
            if (until.isAfter(Instant.EPOCH)) {
                fields.put("x-amz-object-lock-mode", "COMPLIANCE");
                fields.put("x-amz-object-lock-retain-until-date", until.toString());
            }
            return fields;
        }
    }

    private record Upload(String key, String meta, Map<Integer, Path> parts) {}

    Map<String, List<Version>> copy() {
        Map<String, List<Version>> copy = new TreeMap<>();
        objects.forEach((key, versions) -> copy.put(key, new ArrayList<>(versions)));
        return copy;
    }

    String lockConfiguration() throws IOException {
        if (lock.isEmpty()) {
            throw new Refusal(404, "ObjectLockConfigurationNotFoundError");
        }
        String rule = lock.get().retention().isZero()
                ? ""
                : "<Rule><DefaultRetention><Mode>" + lock.get().mode() + "</Mode><Days>"
                        + lock.get().retention().toDays() + "</Days></DefaultRetention></Rule>";
        return "<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled>" + rule
                + "</ObjectLockConfiguration>";
    }

    private boolean exists(String key) {
        return objects.containsKey(key) && objects.get(key).get(0).content().isPresent();
    }

    private void requireNew(String key, Map<String, String> fields) throws IOException {
        if (fields.getOrDefault("if-none-match", "").equals("*") && exists(key)) {
            throw new Refusal(412, "PreconditionFailed");
        }
    }

    Map<String, String> put(String key, Path file, Map<String, String> fields) throws IOException {
        requireNew(key, fields);
        return add(key, Optional.of(file), fields.getOrDefault(META, ""));
    }

    private Map<String, String> add(String key, Optional<Path> file, String meta) {
        Instant until = lock.isPresent() && file.isPresent()
                ? clock.instant().plus(lock.get().retention())
                : Instant.EPOCH;
        Version version = new Version("v" + ++numbers, file, clock.instant(), meta, until);
        List<Version> versions = objects.computeIfAbsent(key, name -> new ArrayList<>());
        if (lock.isEmpty()) {
            versions.clear();
        }
        versions.add(0, version);
        return Map.of("ETag", "\"" + version.id() + "\"", "x-amz-version-id", version.id());
    }

    String begin(String key, Map<String, String> fields) {
        String id = "u" + ++numbers;
        uploads.put(id, new Upload(key, fields.getOrDefault(META, ""), new TreeMap<>()));
        return "<Result><UploadId>" + id + "</UploadId></Result>";
    }

    private Upload upload(String id) throws IOException {
        if (!uploads.containsKey(id)) {
            throw new Refusal(404, "NoSuchUpload");
        }
        return uploads.get(id);
    }

    Map<String, String> part(String id, int number, Path file) throws IOException {
        upload(id).parts().put(number, file);
        parts.add(Files.size(file));
        return Map.of("ETag", "\"" + file.getFileName() + "\"");
    }

    String complete(String key, String id, String list, Map<String, String> fields, Path folder) throws IOException {
        Upload upload = upload(id);
        requireNew(key, fields);
        Path whole = folder.resolve("whole-" + id);
        try (OutputStream out = Files.newOutputStream(whole)) {
            for (Map.Entry<Integer, Path> part : upload.parts().entrySet()) {
                String entry = "<PartNumber>" + part.getKey() + "</PartNumber><ETag>\""
                        + part.getValue().getFileName() + "\"</ETag>";
                if (!list.contains(entry)) {
                    throw new Refusal(400, "InvalidPart");
                }
                Files.copy(part.getValue(), out);
            }
        }
        uploads.remove(id);
        add(key, Optional.of(whole), upload.meta());
        return "<CompleteMultipartUploadResult/>";
    }

    void abort(String id) throws IOException {
        upload(id);
        uploads.remove(id);
    }

    int openUploads() {
        return uploads.size();
    }

    Version find(String key, Optional<String> version) throws IOException {
        List<Version> versions = objects.getOrDefault(key, List.of());
        Optional<Version> found = version.isEmpty()
                ? versions.stream().findFirst()
                : versions.stream()
                        .filter(one -> one.id().equals(version.get()))
                        .findFirst();
        return found.filter(one -> one.content().isPresent()).orElseThrow(() -> new Refusal(404, "NoSuchKey"));
    }

    void retain(String key, Optional<String> version, String content) throws IOException {
        Matcher date =
                Pattern.compile("<RetainUntilDate>(.*)</RetainUntilDate>").matcher(content);
        if (!date.find()) {
            throw new Refusal(400, "MalformedXML");
        }
        Version old = find(key, version);
        Instant until = Instant.parse(date.group(1));
        if (until.isBefore(old.until())) {
            throw new Refusal(403, "AccessDenied");
        }
        Objects.requireNonNull(objects.get(key))
                .replaceAll(one -> one.id().equals(old.id())
                        ? new Version(old.id(), old.content(), old.time(), old.meta(), until)
                        : one);
    }

    void delete(String key, Optional<String> version) throws IOException {
        List<Version> versions = objects.getOrDefault(key, new ArrayList<>());
        if (version.isEmpty() && lock.isPresent()) {
            add(key, Optional.empty(), "");
        } else if (version.isEmpty()) {
            objects.remove(key);
        } else {
            for (Version one : List.copyOf(versions)) {
                if (one.id().equals(version.get())) {
                    if (one.until().isAfter(clock.instant())) {
                        throw new Refusal(403, "AccessDenied");
                    }
                    versions.remove(one);
                }
            }
            if (versions.isEmpty()) {
                objects.remove(key);
            }
        }
    }

    List<String> versions(String prefix) throws IOException {
        List<String> rows = new ArrayList<>();
        for (Map.Entry<String, List<Version>> object : objects.entrySet()) {
            if (object.getKey().startsWith(prefix)) {
                for (Version version : object.getValue()) {
                    String row = version.content().isPresent() ? "Version" : "DeleteMarker";
                    rows.add("<" + row + "><Key>" + object.getKey() + "</Key><VersionId>" + version.id()
                            + "</VersionId><LastModified>" + version.time() + "</LastModified>"
                            + size(version) + "<Owner><ID>o</ID></Owner></" + row + ">");
                }
            }
        }
        return rows;
    }

    private static String size(Version version) throws IOException {
        return version.content().isPresent() ? "<Size>" + Files.size(version.file()) + "</Size>" : "";
    }

    List<String> current(String prefix) throws IOException {
        List<String> rows = new ArrayList<>();
        for (Map.Entry<String, List<Version>> object : objects.entrySet()) {
            if (object.getKey().startsWith(prefix) && exists(object.getKey())) {
                rows.add("<Contents><Key>" + object.getKey() + "</Key>"
                        + size(object.getValue().get(0)) + "</Contents>");
            }
        }
        return rows;
    }

    List<String> uploads(String prefix) {
        List<String> rows = new ArrayList<>();
        uploads.forEach((id, upload) -> {
            if (upload.key().startsWith(prefix)) {
                rows.add("<Upload><Key>" + upload.key() + "</Key><UploadId>" + id + "</UploadId></Upload>");
            }
        });
        return rows;
    }
}
