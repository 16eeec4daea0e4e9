package svc.backup.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import svc.backup.api.BackupTarget;

/**
 * An object that is being written. It is collected in a temporary file and sent with one request. An object of more than
 * {@link Sizes#put} bytes is sent in parts; the temporary file then contains one part (BAK-01).
 */
final class S3Upload implements BackupTarget.Upload {

    private static final int NOT_FOUND = 404;
    private static final int PRECONDITION_FAILED = 412;

    private final S3Target target;
    private final Sizes sizes;
    private final String key;
    private final Path file;
    private final FileChannel channel;
    private final List<String> tags = new ArrayList<>();
    private Optional<Parts> parts = Optional.empty();
    private long collected;

    /**
     * The sizes of requests.
     *
     * @param put the size of the largest object that is sent with one request
     * @param part the size of all parts but the last one; a divisor of {@code put}
     */
    record Sizes(long put, long part) {

        static final Sizes DEFAULT = new Sizes(256L << 20, 64L << 20);
    }

    /** An upload in parts. */
    private record Parts(S3Request creation, String id) {}

    S3Upload(S3Target target, Sizes sizes, String key, Path folder) throws IOException {
        this.target = target;
        this.sizes = sizes;
        this.key = key;
        Files.createDirectories(folder);
        this.file = Files.createTempFile(folder, "object", ""); // Only the owner can read it.
        this.channel = FileChannel.open(file, StandardOpenOption.WRITE);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int left = length;
        while (left > 0) {
            long room = (parts.isEmpty() ? sizes.put() : sizes.part()) - collected;
            if (room == 0) {
                sendParts();
                continue;
            }
            int count = (int) Math.min(room, left);
            ByteBuffer buffer = ByteBuffer.wrap(bytes, from, count);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            collected += count;
            from += count;
            left -= count;
        }
    }

    /** Sends the collected bytes in parts. */
    private void sendParts() throws IOException {
        if (parts.isEmpty()) {
            S3Request creation = target.creation("POST", key);
            String id = target.client().document(creation.query("uploads", "")).get("UploadId");
            parts = Optional.of(new Parts(creation, id));
        }
        for (long offset = 0; offset < collected; offset += sizes.part()) {
            send(S3Request.Content.of(file, offset, Math.min(sizes.part(), collected - offset)));
        }
        channel.truncate(0);
        collected = 0;
    }

    private void send(S3Request.Content part) throws IOException {
        S3Request request = S3Request.of("PUT", key)
                .query("partNumber", Integer.toString(tags.size() + 1))
                .query("uploadId", parts.orElseThrow().id())
                .body(part);
        String tag = target.client().call(request).fields().get("etag");
        if (tag == null) {
            throw new S3Exception(
                    "The object storage gives no ETag for a part of an object. Check endpoint in" + " [backup.s3].");
        }
        tags.add(tag);
    }

    @Override
    public boolean commit() throws IOException {
        if (parts.isEmpty()) {
            return target.put(key, S3Request.Content.of(file, 0, collected));
        }
        sendParts();
        boolean created = complete(parts.get());
        if (created) {
            parts = Optional.empty();
        }
        return created;
    }

    private boolean complete(Parts upload) throws IOException {
        StringBuilder content = new StringBuilder("<CompleteMultipartUpload>");
        for (int at = 0; at < tags.size(); at++) {
            String tag = tags.get(at).replace("&", "&amp;").replace("<", "&lt;");
            content.append("<Part><PartNumber>").append(at + 1).append("</PartNumber><ETag>");
            content.append(tag).append("</ETag></Part>");
        }
        content.append("</CompleteMultipartUpload>");
        S3Request request = S3Request.of("POST", key)
                .query("uploadId", upload.id())
                .field("if-none-match", "*")
                .body(S3Request.Content.of(content.toString().getBytes(UTF_8)));
        XmlDocument response = target.client().document(request, PRECONDITION_FAILED, NOT_FOUND);
        return !response.root().equals("Error") || target.isPresent(upload.creation());
    }

    @Override
    public void close() throws IOException {
        try {
            if (parts.isPresent()) {
                target.abort(key, parts.get().id());
                parts = Optional.empty();
            }
        } finally {
            channel.close();
            Files.deleteIfExists(file);
        }
    }
}
