package svc.backup;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.OptionalLong;
import svc.backup.api.BackupTarget;

/** Passes calls to another target until a call fails. Every call counts, each part of an upload too. */
public final class FaultyTarget implements BackupTarget {

    /** What happens at the call that fails. */
    public enum Fault {
        /** The call throws and does nothing. Later calls work. */
        FAILS,
        /** The call does its work and throws, as if the response was lost. Later calls work. */
        LOSES_RESPONSE,
        /** The process is killed before the call: this call and all later ones throw. */
        KILLED_BEFORE,
        /** The process is killed after the call, or in the middle of a write: all later calls throw too. */
        KILLED_AFTER
    }

    /** The exception of a call that fails. */
    public static final class InjectedException extends IOException {
        private static final long serialVersionUID = 1L;

        InjectedException() {
            super("injected");
        }
    }

    private final BackupTarget target;
    private final int failing;
    private final Fault fault;
    private int calls;

    public FaultyTarget(BackupTarget target, int failing, Fault fault) {
        this.target = target;
        this.failing = failing;
        this.fault = fault;
    }

    /** Returns whether the call that fails was made. */
    public boolean hasFailed() {
        return calls >= failing;
    }

    private interface Call<T> {
        T run() throws IOException;
    }

    private <T> T call(Call<T> call) throws IOException {
        calls++;
        boolean killed = fault == Fault.KILLED_BEFORE || fault == Fault.KILLED_AFTER;
        if (calls < failing || (calls > failing && !killed)) {
            return call.run();
        }
        if (calls == failing && (fault == Fault.LOSES_RESPONSE || fault == Fault.KILLED_AFTER)) {
            call.run();
        }
        throw new InjectedException();
    }

    @Override
    public Upload create(String name) throws IOException {
        Upload upload = call(() -> target.create(name));
        return new Upload() {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                call(() -> {
                    boolean cut = calls == failing && fault == Fault.KILLED_AFTER;
                    upload.write(bytes, offset, cut ? length / 2 : length);
                    return true;
                });
            }

            @Override
            public boolean commit() throws IOException {
                return call(upload::commit);
            }

            @Override
            public void close() throws IOException {
                call(() -> {
                    upload.close();
                    return true;
                });
            }
        };
    }

    @Override
    public InputStream read(String name, long offset, long length) throws IOException {
        return call(() -> target.read(name, offset, length));
    }

    @Override
    public List<StoredObject> list(String prefix) throws IOException {
        return call(() -> target.list(prefix));
    }

    @Override
    public void delete(String name) throws IOException {
        call(() -> {
            target.delete(name);
            return true;
        });
    }

    @Override
    public void discardUnfinished() throws IOException {
        call(() -> {
            target.discardUnfinished();
            return true;
        });
    }

    @Override
    public OptionalLong freeBytes() throws IOException {
        return call(target::freeBytes);
    }
}
