package svc.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.backup.api.BackupTarget;
import svc.backup.api.TargetFactory;
import svc.backup.key.BackupKey;
import svc.json.JacksonJson;
import svc.testkit.ManualClock;

/** {@code svc backup init} with a target that cannot be used: nothing remains of it. */
final class RefusedTargetTest {

    private static final String LOCATION = "test://target";

    @TempDir
    Path home;

    private final MemoryTarget storage = new MemoryTarget();
    private final Words words = new Words();
    private BackupTarget target = storage;

    /** A storage that ignores that an object must be new. */
    private final class Replacing extends ForwardingTarget {

        Replacing() {
            super(storage);
        }

        @Override
        public Upload create(String name) throws IOException {
            storage.delete(name);
            return super.create(name);
        }
    }

    private final class Factory implements TargetFactory {

        @Override
        public String scheme() {
            return "test";
        }

        @Override
        public BackupTarget open(String location, Purpose purpose) {
            return target;
        }
    }

    /** Receives the words. */
    private static final class Words implements Repositories.KeyReceiver {

        private final List<String> words = new ArrayList<>();

        @Override
        public void accept(BackupKey key) {
            words.addAll(key.words());
        }

        @Override
        public void discard() {
            words.clear();
        }
    }

    private boolean init() throws IOException {
        return new Repositories(home, new Configured(LOCATION), new JacksonJson(), new ManualClock(), new Factory())
                .create(LOCATION, false, words)
                .fresh();
    }

    private void assertNothingRemains() throws IOException {
        assertThat(storage.list("")).isEmpty();
        assertThat(home.resolve("secrets/backup.key")).doesNotExist();
        assertThat(words.words).isEmpty();
    }

    @Test
    void aTargetThatReplacesObjectsIsRefused() throws IOException {
        target = new Replacing();
        assertThatThrownBy(this::init).hasMessageContaining("two writers could not notice each other");
        assertNothingRemains();
        target = storage;
        assertThat(init()).isTrue();
        assertThat(words.words).hasSize(24);
        assertThat(storage.list("")).hasSize(1);
    }

    @Test
    void aTargetThatFailsIsRefused() throws IOException {
        for (int call = 1; call <= 3; call++) {
            target = new FaultyTarget(storage, call, FaultyTarget.Fault.FAILS);
            assertThatThrownBy(this::init).hasMessageContaining("injected");
            assertNothingRemains();
        }
    }
}
