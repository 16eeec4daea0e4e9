package svc.mailauth;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.mailauth.SignatureField.Kind;
import svc.mailauth.SignatureField.SignedBody;
import svc.mailauth.Verdict.VerdictException;
import svc.mime.HeaderField;
import svc.mime.Headers;
import svc.mime.ReadLimits;

/**
 * Reads the signatures of a message while its octets are written to it, and computes the body hashes that they name. It
 * holds the header in memory, never the body. {@link DkimVerifier} and {@link ArcVerifier} use it after {@link #close}; a
 * stream of {@link #forSigning} serves {@link DkimSigner} and {@link ArcSealer} instead.
 *
 * <p>If the header exceeds {@link #LONGEST_HEADER}, no signature is verified.
 */
public final class MessageSignatures extends OutputStream {

    /** The maximum number of octets of a header: that of the parser of messages. */
    public static final int LONGEST_HEADER = ReadLimits.USUAL.header();

    private static final int MOST_SIGNATURES = 5;

    private final ByteArrayOutputStream head = new ByteArrayOutputStream(4_096);
    private final List<DkimCandidate> candidates = new ArrayList<>();
    private MessageHeader header = new MessageHeader(new byte[0]);
    private ArcChain chain = ArcChain.NONE;
    private @Nullable BodyHashes hashes;
    private boolean tooLong;
    private boolean lineEmpty = true;
    private boolean closed;

    private final boolean signing;

    /** Creates a reader for one message. */
    public MessageSignatures() {
        this(false);
    }

    private MessageSignatures(boolean signing) {
        this.signing = signing;
    }

    /** Creates a reader for a message that is to be signed: it hashes the body for the new signatures only. */
    public static MessageSignatures forSigning() {
        return new MessageSignatures(true);
    }

    /** A DKIM-Signature field: its signature, or the reason why it cannot be used. */
    record DkimCandidate(
            @Nullable TagList tags,
            @Nullable SignatureField signature,
            @Nullable VerdictException invalid) {}

    @Override
    public void write(int octet) {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] octets, int from, int length) {
        int at = from;
        int end = from + length;
        while (at < end && hashes == null && !tooLong) {
            at = header(octets, at, end);
        }
        if (hashes != null) {
            hashes.write(octets, at, end - at);
        }
    }

    /** Reads octets of the header up to the end of a line. Returns the position after them. */
    private int header(byte[] octets, int from, int end) {
        int at = from;
        while (at < end && octets[at] != '\n') {
            lineEmpty &= octets[at] == '\r';
            at++;
        }
        boolean complete = at < end;
        int stop = complete ? at + 1 : end;
        head.write(octets, from, stop - from);
        if (head.size() > LONGEST_HEADER) {
            tooLong = true;
        } else if (complete && lineEmpty) {
            endHeader();
        }
        lineEmpty |= complete;
        return stop;
    }

    /** Parses the signatures in the header, so that the hashes that they need are known before the body. */
    private void endHeader() {
        header = new MessageHeader(head.toByteArray());
        chain = ArcChain.of(header);
        hashes = new BodyHashes(signing ? List.of(DkimSigner.BODY) : bodies());
    }

    /** Reads the signatures. Returns the bodies that they cover. */
    private List<SignedBody> bodies() {
        List<SignedBody> bodies = new ArrayList<>();
        for (HeaderField field : header.headers().all("DKIM-Signature")) {
            if (candidates.size() < MOST_SIGNATURES) {
                DkimCandidate candidate = candidate(field);
                candidates.add(candidate);
                addBody(bodies, candidate.signature);
            }
        }
        addBody(bodies, chain.newestMessageSignature());
        return bodies;
    }

    private static void addBody(List<SignedBody> bodies, @Nullable SignatureField signature) {
        SignedBody body = signature == null ? null : signature.body();
        if (body != null) {
            bodies.add(body);
        }
    }

    private DkimCandidate candidate(HeaderField field) {
        TagList tags = null;
        try {
            tags = header.tags(field);
            return new DkimCandidate(tags, SignatureField.of(field, tags, Kind.DKIM_SIGNATURE), null);
        } catch (VerdictException e) {
            return new DkimCandidate(tags, null, e);
        }
    }

    /** Ends the message. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (hashes == null && !tooLong) {
            endHeader();
        }
        if (hashes != null) {
            hashes.end();
        }
    }

    /** Returns the header fields; none if the header is too long. */
    public Headers headers() {
        return header.headers();
    }

    /** Returns whether the header exceeds {@link #LONGEST_HEADER}. */
    public boolean isHeaderTooLong() {
        return tooLong;
    }

    MessageHeader header() {
        return header;
    }

    List<DkimCandidate> candidates() {
        return candidates;
    }

    ArcChain chain() {
        return chain;
    }

    /** Returns the hashes of the body. */
    BodyHashes hashes() {
        if (!closed || hashes == null) {
            throw new IllegalStateException("The message has not ended; close this stream before a verification.");
        }
        return hashes;
    }
}
