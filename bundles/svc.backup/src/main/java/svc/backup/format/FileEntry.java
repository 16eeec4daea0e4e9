package svc.backup.format;

import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A file of a run.
 *
 * @param path its relative path, with slashes
 * @param size its size in bytes
 * @param modified when it was modified
 * @param mode its permissions, for example {@code rw-------}
 * @param lists whether {@code chunks} are the names of chunks that contain the names of the file's chunks
 * @param chunks the names of chunks
 */
public record FileEntry(String path, long size, Instant modified, String mode, boolean lists, List<String> chunks) {

    /** A file with more chunks has lists. Then the lines of the file list stay short. */
    public static final int MOST_DIRECT = 16;

    /** The number of names in each list but the last. */
    public static final int NAMES_IN_LIST = 1024;

    private static final Pattern MODE = Pattern.compile("([r-][w-][x-]){3}");

    /** Returns whether a path is relative, has no empty segment, {@code .} or {@code ..}, and no control character. */
    public static boolean isSafe(String path) {
        for (String segment : path.split("/", -1)) {
            if (segment.isEmpty() || segment.equals(".") || segment.equals("..")) {
                return false;
            }
        }
        return path.chars().noneMatch(character -> character < ' ' || character == '\\' || character == 0x7f);
    }

    /** Returns whether the path, the size and the number of chunks are consistent. */
    public boolean isValid() {
        long names = (size + ChunkCipher.CHUNK - 1) / ChunkCipher.CHUNK;
        long expected = lists ? (names + NAMES_IN_LIST - 1) / NAMES_IN_LIST : names;
        return isSafe(path) && size >= 0 && MODE.matcher(mode).matches() && chunks.size() == expected;
    }
}
