package svc.cap.mail.message;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.mime.Headers;
import svc.mime.Part;
import svc.mime.TransferEncoding;

/**
 * Encodes and decodes the body structure of a message with the positions of its parts. The positions make it possible
 * to read a part without parsing the message again. Header fields are not encoded; {@link Part#header} gives their
 * position.
 */
public final class BodyStructureCodec {

    private static final int FORMAT = 1;
    private static final int HASH = 32;
    private static final TransferEncoding[] ENCODINGS = TransferEncoding.values();
    private static final Headers NONE = Headers.of(new byte[0]);

    private static final int MULTIPART = 1;
    private static final int CHARSET = 2;
    private static final int DISPOSITION = 4;
    private static final int NAME = 8;
    private static final int CID = 16;
    private static final int LANGUAGE = 32;
    private static final int LOCATION = 64;
    private static final int ENCLOSED = 128;
    private static final int HASHED = 256;

    private BodyStructureCodec() {}

    static byte[] encode(Part root) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(FORMAT);
        write(out, root);
        return out.toByteArray();
    }

    @SuppressWarnings("EnumOrdinal") // the order of encodings never changes
    private static void write(ByteArrayOutputStream out, Part part) {
        Varints.write(out, flags(part));
        Varints.write(out, part.type());
        for (Part.Section section : List.of(part.header(), part.body())) {
            Varints.write(out, section.from());
            Varints.write(out, section.length());
        }
        if (part.id() != null) {
            Varints.write(out, part.id());
            Varints.write(out, part.size());
            Varints.write(out, part.encoding().ordinal());
            byte[] hash = part.sha256();
            out.writeBytes(hash == null ? new byte[0] : hash);
        }
        texts(out, part);
        if (part.isMultipart()) {
            Varints.write(out, part.parts().size());
            part.parts().forEach(child -> write(out, child));
        }
        if (part.enclosed() != null) {
            write(out, part.enclosed());
        }
    }

    private static int flags(Part part) {
        return flag(part.isMultipart() ? part : null, MULTIPART)
                | flag(part.charset(), CHARSET)
                | flag(part.disposition(), DISPOSITION)
                | flag(part.name(), NAME)
                | flag(part.cid(), CID)
                | flag(part.language(), LANGUAGE)
                | flag(part.location(), LOCATION)
                | flag(part.enclosed(), ENCLOSED)
                | flag(part.isMultipart() ? null : part.sha256(), HASHED);
    }

    private static int flag(@Nullable Object value, int mark) {
        return value == null ? 0 : mark;
    }

    private static void texts(ByteArrayOutputStream out, Part part) {
        text(out, part.charset());
        text(out, part.disposition());
        text(out, part.name());
        text(out, part.cid());
        text(out, part.location());
        List<String> language = part.language();
        if (language != null) {
            Varints.write(out, language.size());
            language.forEach(tag -> Varints.write(out, tag));
        }
    }

    private static void text(ByteArrayOutputStream out, @Nullable String text) {
        if (text != null) {
            Varints.write(out, text);
        }
    }

    /** Decodes a structure and returns its root part. */
    public static Part decode(byte[] structure) {
        Varints in = new Varints(structure);
        long format = in.next();
        if (format != FORMAT) {
            throw new IllegalStateException("Unknown body structure format: " + format);
        }
        return read(in);
    }

    private static Part read(Varints in) {
        int marks = (int) in.next();
        String type = in.text();
        Part.Section header = new Part.Section(in.next(), in.next());
        Part.Section body = new Part.Section(in.next(), in.next());
        boolean multipart = (marks & MULTIPART) != 0;
        String id = multipart ? null : in.text();
        long size = multipart ? 0 : in.next();
        TransferEncoding encoding = multipart ? TransferEncoding.NONE : ENCODINGS[(int) in.next()];
        byte[] hash = (marks & HASHED) == 0 ? null : in.bytes(HASH);
        String charset = text(in, marks, CHARSET);
        String disposition = text(in, marks, DISPOSITION);
        String name = text(in, marks, NAME);
        String cid = text(in, marks, CID);
        String location = text(in, marks, LOCATION);
        List<String> language = (marks & LANGUAGE) == 0 ? null : list(in);
        List<Part> parts = multipart ? parts(in) : List.of();
        Part enclosed = (marks & ENCLOSED) == 0 ? null : read(in);
        return new Part(
                id,
                NONE,
                header,
                body,
                size,
                hash,
                encoding,
                type,
                charset,
                disposition,
                name,
                cid,
                language,
                location,
                parts,
                enclosed);
    }

    private static @Nullable String text(Varints in, int marks, int mark) {
        return (marks & mark) == 0 ? null : in.text();
    }

    private static List<String> list(Varints in) {
        List<String> texts = new ArrayList<>();
        for (long remaining = in.next(); remaining > 0; remaining--) {
            texts.add(in.text());
        }
        return texts;
    }

    private static List<Part> parts(Varints in) {
        List<Part> parts = new ArrayList<>();
        for (long remaining = in.next(); remaining > 0; remaining--) {
            parts.add(read(in));
        }
        return parts;
    }
}
