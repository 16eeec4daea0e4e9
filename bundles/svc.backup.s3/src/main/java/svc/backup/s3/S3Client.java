package svc.backup.s3;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundHttpClient;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRule;
import svc.api.time.Clock;
import svc.backup.api.LimitedInput;

/**
 * Sends signed requests to a bucket. Repeats requests that a temporary failure has ended: a request may have been
 * processed more than once. Thread-safe.
 */
final class S3Client {

    /** How often a request is sent at most. */
    static final int ATTEMPTS = 5;

    private static final Set<Integer> TEMPORARY = Set.of(408, 409, 429, 500, 502, 503, 504);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration SKEW = Duration.ofMinutes(15);
    private static final Duration SILENCE = Duration.ofMinutes(1);
    private static final Duration DURATION = Duration.ofMinutes(10);
    private static final int SLOWEST = 50_000;
    private static final long LONGEST_RESPONSE = 2L << 30;
    private static final int LONGEST_XML = 16 << 20;
    private static final int REDIRECTED = 300;

    private final OutboundHttpClient http;
    private final Clock clock;
    private final Pause pause;
    private final Bucket bucket;
    private final Signature signature;
    private final S3Errors errors;

    S3Client(OutboundHttpClient http, Clock clock, Pause pause, Bucket bucket, Credentials credentials) {
        this.http = http;
        this.clock = clock;
        this.pause = pause;
        this.bucket = bucket;
        this.signature = new Signature(credentials, bucket.region());
        this.errors = new S3Errors(bucket);
    }

    /** Waits before a request is repeated. */
    @FunctionalInterface
    interface Pause {

        void await(Duration duration) throws InterruptedException;

        /** Returns a pause that waits for a clock. */
        static Pause of(Clock clock) {
            return duration -> {
                CountDownLatch over = new CountDownLatch(1);
                Clock.Alarm alarm = clock.schedule(duration, over::countDown);
                try {
                    over.await();
                } finally {
                    alarm.cancel();
                }
            };
        }
    }

    /** Reads a response. */
    @FunctionalInterface
    private interface Reader<R> {
        R read(OutboundResponse response) throws IOException;
    }

    /** The status and the header fields of a response. */
    record Reply(int status, Map<String, String> fields) {}

    /**
     * Sends a request.
     *
     * @param expected the statuses, besides success, that are no errors
     */
    Reply call(S3Request request, Integer... expected) throws IOException {
        return read(request, Set.of(expected), response -> {
            response.body().skipNBytes(0);
            return new Reply(response.status(), response.fields());
        });
    }

    /** Sends a request whose response is XML. A successful status with an error in the body is an error. */
    XmlDocument document(S3Request request, Integer... expected) throws IOException {
        return read(request, Set.of(expected), response -> {
            XmlDocument document = XmlDocument.read(new LimitedInput(response.body(), LONGEST_XML));
            if (document.root().equals("Error") && response.status() < REDIRECTED) {
                throw new IOException("The object storage answered " + document.get("Code"));
            }
            return document;
        });
    }

    private <R> R read(S3Request request, Set<Integer> expected, Reader<R> reader) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try (OutboundResponse response = open(request, expected)) {
                return reader.read(response);
            } catch (S3Exception e) {
                throw e;
            } catch (IOException e) {
                repeat(attempt, e);
            }
        }
    }

    /** Sends a request whose response the caller closes. */
    OutboundResponse open(S3Request request, Set<Integer> expected) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                OutboundResponse response = http.send(outbound(request));
                if (isAccepted(response, expected)) {
                    return response;
                }
                try (response) {
                    S3Exception error = errors.of(response);
                    if (attempt == ATTEMPTS || !TEMPORARY.contains(response.status())) {
                        throw error;
                    }
                }
                pause(attempt);
            } catch (S3Exception | InterruptedIOException e) {
                throw e;
            } catch (IOException e) {
                repeat(attempt, e);
            }
        }
    }

    /** Waits before the next attempt, or throws the failure of the last one. */
    void repeat(int attempt, IOException failure) throws IOException {
        if (attempt == ATTEMPTS || failure instanceof InterruptedIOException) {
            throw new S3Exception("The object storage " + bucket.endpoint().origin() + " cannot be reached, or ends"
                    + " connections too early: " + failure.getMessage()
                    + ". Check the network, and endpoint in [backup.s3].");
        }
        pause(attempt);
    }

    private void pause(int attempt) throws InterruptedIOException {
        try {
            pause.await(FIRST_PAUSE.multipliedBy(1L << (attempt - 1)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("A request to the object storage was interrupted");
        }
    }

    private OutboundRequest outbound(S3Request request) {
        HttpTarget target = bucket.target(Signature.encode(request.key(), true), Signature.query(request.query()));
        long length = request.content().body().length();
        return new OutboundRequest(
                request.method(),
                target,
                signature.sign(
                        request.method(),
                        target,
                        request.fields(),
                        request.content().sha256(),
                        clock.now()),
                request.content().body(),
                TargetRule.ANY,
                new OutboundRequest.Limits(DURATION.plusSeconds(length / SLOWEST), SILENCE, LONGEST_RESPONSE));
    }

    private boolean isAccepted(OutboundResponse response, Set<Integer> expected) throws IOException {
        boolean accepted = response.status() < REDIRECTED || expected.contains(response.status());
        try {
            checkClock(response);
        } catch (S3Exception e) {
            response.close();
            throw e;
        }
        return accepted;
    }

    /** The locks of objects end by the clock of the storage, and it refuses requests with other times. */
    private void checkClock(OutboundResponse response) throws S3Exception {
        Instant theirs;
        try {
            theirs = DateTimeFormatter.RFC_1123_DATE_TIME.parse(
                    response.field("date").orElse(""), Instant::from);
        } catch (DateTimeException e) {
            return; // A proxy in between may leave the field out.
        }
        Duration difference = Duration.between(theirs, clock.now());
        if (difference.abs().compareTo(SKEW) > 0) {
            throw new S3Exception("The clock of this machine is "
                    + difference.abs().toMinutes() + " minutes "
                    + (difference.isNegative() ? "behind" : "ahead of") + " the clock of the object storage; at most"
                    + " 15 are permitted. Set the clock of this machine.");
        }
    }
}
