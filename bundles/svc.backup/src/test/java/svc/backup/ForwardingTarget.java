package svc.backup;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalLong;
import svc.backup.api.BackupTarget;

/** Passes every call to another target. */
public class ForwardingTarget implements BackupTarget {

    private final BackupTarget target;

    public ForwardingTarget(BackupTarget target) {
        this.target = target;
    }

    @Override
    public Upload create(String name) throws IOException {
        return target.create(name);
    }

    @Override
    public InputStream read(String name, long offset, long length) throws IOException {
        return target.read(name, offset, length);
    }

    @Override
    public List<StoredObject> list(String prefix) throws IOException {
        return target.list(prefix);
    }

    @Override
    public void delete(String name) throws IOException {
        target.delete(name);
    }

    @Override
    public void discardUnfinished() throws IOException {
        target.discardUnfinished();
    }

    @Override
    public OptionalLong freeBytes() throws IOException {
        return target.freeBytes();
    }
}
