package svc.backup.write;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import svc.api.json.Json;
import svc.backup.format.ChunkCipher;
import svc.backup.format.ChunkCipher.Kind;
import svc.backup.format.FileEntry;

/**
 * Writes a file list as chunks of about 1,000 lines. A chunk ends after a path whose CRC-32 ends with ten zero bits, so
 * that a new or deleted file changes one chunk and not the division of all later lines.
 */
final class FileListWriter {

    private static final int MOST_LINES = 4_000;
    private static final int MOST_BYTES = ChunkCipher.LONGEST / 4;
    private static final int END = (1 << 10) - 1;

    private final PackWriter packs;
    private final Json.Binding json;
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
    private final List<String> names = new ArrayList<>();
    private int count;

    FileListWriter(PackWriter packs, Json.Binding json) {
        this.packs = packs;
        this.json = json;
    }

    void add(FileEntry entry) throws IOException {
        json.write(entry, lines);
        lines.write('\n');
        count++;
        if (count == MOST_LINES || lines.size() >= MOST_BYTES || isEnd(entry.path())) {
            finish();
        }
    }

    private static boolean isEnd(String path) {
        CRC32 crc = new CRC32();
        crc.update(path.getBytes(UTF_8));
        return (crc.getValue() & END) == 0;
    }

    private void finish() throws IOException {
        byte[] content = lines.toByteArray();
        if (content.length > ChunkCipher.LONGEST) {
            throw new IOException("A file is too large for one backup.");
        }
        names.add(packs.store(Kind.LIST, content, content.length, true).text());
        lines.reset();
        count = 0;
    }

    /** Stores the last lines and returns the names of all chunks. */
    List<String> end() throws IOException {
        if (count > 0) {
            finish();
        }
        return names;
    }
}
