package svc.backup.s3;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import svc.api.http.client.OutboundResponse;
import svc.backup.api.BackupTarget;
import svc.backup.api.LimitedInput;

/**
 * A target in a bucket. An object that is being written is collected in a temporary file; a server that has committed an
 * object but lost the connection is recognized by a random number in the metadata of the object.
 */
final class S3Target implements BackupTarget {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");
    private static final String UPLOAD = "x-amz-meta-svc-upload";
    private static final int ID_BYTES = 16;
    private static final int PARTIAL = 206;
    private static final int NOT_FOUND = 404;
    private static final int PRECONDITION_FAILED = 412;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    private final S3Client client;
    private final BucketObjects objects;
    private final Optional<ObjectLocks> locks;
    private final String prefix;
    private final Path folder;
    private final S3Upload.Sizes sizes;
    private final SecureRandom random = new SecureRandom();

    /**
     * Creates the target.
     *
     * @param folder the folder of temporary files, which only this target uses
     */
    S3Target(
            S3Client client,
            BucketObjects objects,
            Optional<ObjectLocks> locks,
            String prefix,
            Path folder,
            S3Upload.Sizes sizes) {
        this.client = client;
        this.objects = objects;
        this.locks = locks;
        this.prefix = prefix;
        this.folder = folder;
        this.sizes = sizes;
    }

    private String key(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not the name of an object: " + name);
        }
        return prefix + name;
    }

    @Override
    public Upload create(String name) throws IOException {
        return new S3Upload(this, sizes, key(name), folder);
    }

    @Override
    public boolean put(String name, byte[] content) throws IOException {
        return content.length > sizes.put()
                ? BackupTarget.super.put(name, content)
                : put(key(name), S3Request.Content.of(content));
    }

    /** Stores an object with one request, unless it exists. */
    boolean put(String key, S3Request.Content content) throws IOException {
        S3Request request = creation("PUT", key);
        return isCreated(
                request, client.call(request.field("if-none-match", "*").body(content), PRECONDITION_FAILED));
    }

    /** Returns a request that creates an object, with a number by which the object is recognized. */
    S3Request creation(String method, String key) {
        byte[] id = new byte[ID_BYTES];
        random.nextBytes(id);
        return S3Request.of(method, key).field(UPLOAD, HexFormat.of().formatHex(id));
    }

    /**
     * Returns whether a request has created its object. An object that exists may be that of a first attempt whose
     * response was lost.
     *
     * @param creation the request that creates the object, or that began its upload
     */
    boolean isCreated(S3Request creation, S3Client.Reply reply) throws IOException {
        return (reply.status() != PRECONDITION_FAILED && reply.status() != NOT_FOUND) || isPresent(creation);
    }

    boolean isPresent(S3Request creation) throws IOException {
        S3Client.Reply found = client.call(S3Request.of("HEAD", creation.key()), NOT_FOUND);
        return Optional.ofNullable(found.fields().get(UPLOAD))
                .equals(Optional.ofNullable(creation.fields().get(UPLOAD)));
    }

    S3Client client() {
        return client;
    }

    @Override
    public InputStream read(String name, long offset, long length) throws IOException {
        S3Request request = S3Request.of("GET", key(name));
        Optional<String> version = objects.version(name);
        S3Request get = version.isPresent() ? request.query("versionId", version.get()) : request;
        ObjectInput in = new ObjectInput(client, from -> range(name, get, from, offset + Math.max(1, length)), offset);
        return new LimitedInput(in, length);
    }

    /** Opens the bytes of an object from one position to before another. */
    private InputStream range(String name, S3Request get, long from, long end) throws IOException {
        if (from == end) {
            return InputStream.nullInputStream();
        }
        OutboundResponse response = client.open(
                get.field("range", "bytes=" + from + "-" + (end - 1)), Set.of(NOT_FOUND, RANGE_NOT_SATISFIABLE));
        if (response.status() == NOT_FOUND || response.status() == RANGE_NOT_SATISFIABLE) {
            response.close();
            if (response.status() == NOT_FOUND) {
                throw new NoSuchFileException(name);
            }
            return InputStream.nullInputStream();
        }
        if (response.status() != PARTIAL) {
            response.close();
            throw new S3Exception("The object storage ignores ranges. Use another kind of storage.");
        }
        return response.body();
    }

    @Override
    public List<StoredObject> list(String names) throws IOException {
        return objects.list(names);
    }

    @Override
    public void delete(String name) throws IOException {
        key(name);
        objects.delete(name);
    }

    @Override
    public void discardUnfinished() throws IOException {
        if (Files.isDirectory(folder)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
                for (Path file : files) {
                    Files.deleteIfExists(file);
                }
            }
        }
        S3Request first = S3Request.of("GET", "").query("uploads", "").query("prefix", prefix);
        Optional<S3Request> page = Optional.of(first);
        while (page.isPresent()) {
            XmlDocument document = client.document(page.get());
            for (XmlDocument.Row row : document.rows()) {
                if (row.name().equals("Upload")) {
                    abort(row.get("Key"), row.get("UploadId"));
                }
            }
            page = !document.get("IsTruncated").equals("true")
                    ? Optional.empty()
                    : Optional.of(first.query("key-marker", document.get("NextKeyMarker"))
                            .query("upload-id-marker", document.get("NextUploadIdMarker")));
        }
        objects.sweep();
    }

    /** Discards the parts of an upload. */
    void abort(String key, String upload) throws IOException {
        client.call(S3Request.of("DELETE", key).query("uploadId", upload), NOT_FOUND);
    }

    @Override
    public OptionalLong freeBytes() {
        return OptionalLong.empty();
    }

    @Override
    public Optional<ObjectLocks> locks() {
        return locks;
    }
}
