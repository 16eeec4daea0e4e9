package svc.cap.mail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import svc.api.blob.BlobStore.Stored;

/** How a blob begins, for those that have no header field: text may be a message without one, anything else is none. */
final class Beginning {

    private static final int LOOKED_AT = 512;
    private static final int ESCAPE = 0x1B; // of ISO-2022-JP

    private Beginning() {}

    /** Whether a blob begins with text. */
    static boolean isText(Stored blob) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        blob.send(0, Math.min(LOOKED_AT, blob.size()), bytes);
        CharBuffer text = CharBuffer.allocate(LOOKED_AT);
        // A character that is cut off at the end is none that is wrong.
        CoderResult read =
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.toByteArray()), text, false);
        return !read.isError()
                && text.position() > 0
                && text.flip()
                        .chars()
                        .allMatch(c -> !Character.isISOControl(c) || Character.isWhitespace(c) || c == ESCAPE);
    }
}
