package svc.backup.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import svc.backup.api.LimitedInput;
import svc.backup.s3.TinyHttpServer.Request;
import svc.backup.s3.TinyHttpServer.Response;

/** An object storage with signatures, versions, locks and uploads in parts, on the loopback address. */
public final class S3Stub implements Closeable {

    public static final String ID = "AKIDEXAMPLE";
    public static final String SECRET = "secret/of+the/test";
    public static final String BUCKET = "mail-backup";
    public static final String REGION = "eu-central-2";

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    /** How many entries a page of a list has. */
    private static final int PAGE = 3;

    /** What happens to a request. */
    enum Fault {
        NONE,
        /** The storage is busy and does nothing. */
        UNAVAILABLE,
        /** The connection ends before the request is processed. */
        DROPPED,
        /** The request is processed, but the response is lost. */
        LOSES_RESPONSE,
        /** The response ends early. */
        CUT
    }

    final TinyHttpServer server = new TinyHttpServer(this::answer);
    final S3Storage storage;
    final List<String> calls = new ArrayList<>();
    Duration skew = Duration.ZERO;
    IntPredicate failing = call -> false;
    Fault fault = Fault.NONE;

    private final Path folder;
    private final InstantSource clock;

    S3Stub(Path folder, InstantSource clock, Optional<BucketLock> lock) {
        this.folder = folder;
        this.clock = clock;
        this.storage = new S3Storage(lock, clock);
    }

    /** Starts a storage whose objects have a lock for some days, with the time of this machine. */
    public static S3Stub locked(Path folder, int days) throws IOException {
        return new S3Stub(Files.createDirectories(folder), InstantSource.system(), lock(days));
    }

    private static Optional<BucketLock> lock(int days) {
        return Optional.of(new BucketLock("COMPLIANCE", Duration.ofDays(days)));
    }

    /** Changes the default retention. */
    public synchronized void setRetention(int days) {
        storage.lock = lock(days);
    }

    /** Lets the clock of the storage differ from the clock of this machine. */
    public synchronized void setSkew(Duration difference) {
        skew = difference;
    }

    public String url() {
        return "http://127.0.0.1:" + server.port();
    }

    /** Lets calls fail, which are counted from 1. */
    void fail(Fault how, IntPredicate which) {
        calls.clear();
        fault = how;
        failing = which;
    }

    /** A refusal. */
    static final class Refusal extends IOException {
        private static final long serialVersionUID = 1L;

        final int status;
        final String more;

        Refusal(int status, String code, String more) {
            super(code);
            this.status = status;
            this.more = more;
        }

        Refusal(int status, String code) {
            this(status, code, "");
        }
    }

    private synchronized Response answer(Request request) throws IOException {
        calls.add(request.method() + " " + request.target());
        boolean faulty = fault != Fault.NONE && failing.test(calls.size());
        if (faulty && fault == Fault.DROPPED) {
            throw new IOException("dropped");
        }
        Path body = store(request);
        if (faulty && fault == Fault.UNAVAILABLE) {
            return refused(new Refusal(503, "SlowDown"));
        }
        Response response;
        try {
            response = processed(request, body);
        } catch (Refusal e) {
            response = refused(e);
        }
        if (faulty && fault == Fault.LOSES_RESPONSE) {
            throw new IOException("lost");
        }
        return faulty && fault == Fault.CUT && response.length() > 0 ? cut(response) : response;
    }

    private static Response cut(Response response) {
        long half = response.length() / 2;
        return new Response(response.status(), response.fields(), response.length(), out -> {
            ByteArrayOutputStream whole = new ByteArrayOutputStream();
            response.body().to(whole);
            out.write(whole.toByteArray(), 0, (int) half);
        });
    }

    /** Stores the body of a request in a file, and compares it with its hashes. */
    private Path store(Request request) throws IOException {
        Path file = folder.resolve("body-" + NUMBERS.incrementAndGet());
        MessageDigest sha = S3Request.digest("SHA-256");
        MessageDigest md5 = S3Request.digest("MD5");
        // Closing the body would close the connection.
        Files.copy(new DigestInputStream(new DigestInputStream(request.body(), sha), md5), file);
        if (Files.size(file) != Long.parseLong("0" + request.field("content-length"))) {
            throw new IOException("the body ends early");
        }
        String given = request.field("content-md5");
        boolean same = given.equals(Base64.getEncoder().encodeToString(md5.digest()));
        if (!SignatureOracle.hex(sha.digest()).equals(request.field("x-amz-content-sha256"))
                || (Files.size(file) > 0 && !same)) {
            throw new IllegalStateException("the hashes are wrong");
        }
        return file;
    }

    private Response processed(Request request, Path body) throws IOException {
        SignatureOracle.Claim claim = SignatureOracle.check(request, SECRET);
        String[] target = request.target().split("\\?", 2);
        String[] path = target[0].substring(1).split("/", 2);
        if (!claim.id().equals(ID)) {
            throw new Refusal(403, "InvalidAccessKeyId");
        } else if (!claim.region().equals(REGION)) {
            throw new Refusal(400, "AuthorizationHeaderMalformed", "<Region>" + REGION + "</Region>");
        } else if (!claim.valid()) {
            throw new Refusal(403, "SignatureDoesNotMatch");
        } else if (!path[0].equals(BUCKET)) {
            throw new Refusal(404, "NoSuchBucket");
        }
        Map<String, String> query = new TreeMap<>();
        for (String parameter : target.length == 1 ? new String[0] : target[1].split("&")) {
            String[] pair = parameter.split("=", 2);
            query.put(pair[0], URLDecoder.decode(pair[1], UTF_8));
        }
        return path.length == 1 ? bucket(query) : object(request, URLDecoder.decode(path[1], UTF_8), query, body);
    }

    private Response bucket(Map<String, String> query) throws IOException {
        if (query.containsKey("object-lock")) {
            return xml(storage.lockConfiguration());
        }
        boolean versions = query.containsKey("versions");
        String prefix = query.getOrDefault("prefix", "");
        List<String> rows = versions
                ? storage.versions(prefix)
                : query.containsKey("uploads") ? storage.uploads(prefix) : storage.current(prefix);
        String marker = query.getOrDefault("continuation-token", query.getOrDefault("key-marker", "0"));
        int from = Integer.parseInt(marker);
        int end = Math.min(rows.size(), from + PAGE);
        String next = end == rows.size()
                ? "<IsTruncated>false</IsTruncated>"
                : "<IsTruncated>true</IsTruncated><NextContinuationToken>" + end + "</NextContinuationToken>"
                        + "<NextKeyMarker>" + end + "</NextKeyMarker><NextVersionIdMarker>v</NextVersionIdMarker>"
                        + "<NextUploadIdMarker>u</NextUploadIdMarker>";
        return xml("<List>" + next + String.join("", rows.subList(from, end)) + "</List>");
    }

    private Response object(Request request, String key, Map<String, String> query, Path body) throws IOException {
        Optional<String> version = Optional.ofNullable(query.get("versionId"));
        String upload = query.getOrDefault("uploadId", "");
        return switch (request.method() + (query.containsKey("retention") ? " retention" : "")) {
            case "PUT retention" -> {
                storage.retain(key, version, Files.readString(body));
                yield empty(200, Map.of());
            }
            case "PUT" ->
                empty(
                        200,
                        upload.isEmpty()
                                ? storage.put(key, body, request.fields())
                                : storage.part(upload, Integer.parseInt(query.get("partNumber")), body));
            case "POST" ->
                xml(
                        upload.isEmpty()
                                ? storage.begin(key, request.fields())
                                : storage.complete(key, upload, Files.readString(body), request.fields(), folder));
            case "DELETE" -> {
                if (upload.isEmpty()) {
                    storage.delete(key, version);
                } else {
                    storage.abort(upload);
                }
                yield empty(204, Map.of());
            }
            default -> content(request, storage.find(key, version));
        };
    }

    private Response content(Request request, S3Storage.Version version) throws IOException {
        long size = Files.size(version.file());
        String range = request.field("range");
        if (range.isEmpty()) {
            return new Response(200, stamped(version.fields()), size, out -> Files.copy(version.file(), out));
        }
        String[] bounds = range.substring("bytes=".length()).split("-", -1);
        long from = Long.parseLong(bounds[0]);
        long end = Math.min(size, Long.parseLong(bounds[1]) + 1);
        if (from >= size) {
            throw new Refusal(416, "InvalidRange");
        }
        return new Response(206, stamped(version.fields()), end - from, out -> copy(version.file(), from, end, out));
    }

    private static void copy(Path file, long from, long end, OutputStream out) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(from);
            new LimitedInput(in, end - from).transferTo(out);
        }
    }

    private Map<String, String> stamped(Map<String, String> fields) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.put(
                "Date",
                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        clock.instant().plus(skew).atZone(ZoneOffset.UTC)));
        return all;
    }

    private Response empty(int status, Map<String, String> fields) {
        return new Response(status, stamped(fields), 0, out -> {});
    }

    private Response xml(String text) {
        return xml(200, text);
    }

    private Response xml(int status, String text) {
        byte[] bytes = ("<?xml version=\"1.0\"?>" + text).getBytes(UTF_8);
        return new Response(status, stamped(Map.of()), bytes.length, out -> out.write(bytes));
    }

    private Response refused(Refusal refusal) {
        return xml(
                refusal.status,
                "<Error><Code>" + refusal.getMessage() + "</Code><Message>" + ID + "</Message>" + refusal.more
                        + "</Error>");
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
