package svc.extensions;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Whether the end of a zip file is there: its last record must point at a directory that lies right before it. A file that
 * is still being written does not have it yet.
 */
final class ZipEnd {

    private static final int RECORD = 22;
    private static final int LONGEST_COMMENT = 0xffff;
    private static final int SIGNATURE = 0x06054b50;

    private ZipEnd() {}

    static boolean readable(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            int length = (int) Math.min(size, RECORD + LONGEST_COMMENT);
            ByteBuffer tail = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            long from = size - length;
            while (tail.hasRemaining() && channel.read(tail, from + tail.position()) >= 0) {
                // reads until the tail is whole
            }
            return tail.position() == length && endsWithRecord(tail, from);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean endsWithRecord(ByteBuffer tail, long from) {
        for (int at = tail.limit() - RECORD; at >= 0; at--) {
            if (tail.getInt(at) == SIGNATURE && at + RECORD + unsigned(tail, at + 20) == tail.limit()) {
                long directory = tail.getInt(at + 16) & 0xffffffffL;
                long length = tail.getInt(at + 12) & 0xffffffffL;
                return directory == 0xffffffffL || directory + length <= from + at;
            }
        }
        return false;
    }

    private static int unsigned(ByteBuffer tail, int at) {
        return tail.getShort(at) & 0xffff;
    }
}
