package svc.backup;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;
import svc.backup.api.BackupTarget;

/** A target in memory: a second implementation of the interface, which can be copied and altered quickly. */
public final class MemoryTarget implements BackupTarget {

    private final NavigableMap<String, byte[]> objects;

    public MemoryTarget() {
        this(new TreeMap<>());
    }

    private MemoryTarget(NavigableMap<String, byte[]> objects) {
        this.objects = objects;
    }

    public MemoryTarget copy() {
        return new MemoryTarget(new TreeMap<>(objects));
    }

    /** The objects by name. A test may replace arrays, but must not change them: copies share them. */
    public NavigableMap<String, byte[]> objects() {
        return objects;
    }

    @Override
    public Upload create(String name) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        return new Upload() {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                content.write(bytes, offset, length);
            }

            @Override
            public boolean commit() {
                return objects.putIfAbsent(name, content.toByteArray()) == null;
            }

            @Override
            public void close() {
                content.reset();
            }
        };
    }

    @Override
    public InputStream read(String name, long offset, long length) throws NoSuchFileException {
        byte[] content = objects.get(name);
        if (content == null) {
            throw new NoSuchFileException(name);
        }
        int from = (int) Math.min(offset, content.length);
        int to = (int) Math.min(content.length, length > content.length ? content.length : from + length);
        return new ByteArrayInputStream(Arrays.copyOfRange(content, from, to));
    }

    @Override
    public List<StoredObject> list(String prefix) {
        return objects.entrySet().stream()
                .filter(object -> object.getKey().startsWith(prefix))
                .map(object -> new StoredObject(object.getKey(), object.getValue().length))
                .toList();
    }

    @Override
    public void delete(String name) {
        objects.remove(name);
    }

    @Override
    public void discardUnfinished() {
        // Unfinished objects are only in their upload.
    }

    @Override
    public OptionalLong freeBytes() {
        return OptionalLong.empty();
    }
}
