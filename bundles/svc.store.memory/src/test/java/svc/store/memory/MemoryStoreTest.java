package svc.store.memory;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import svc.api.store.StateListener;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.testkit.StoreContract;

final class MemoryStoreTest extends StoreContract {

    @Override
    protected Store open(Clock clock, StateListener listener) {
        MemoryStore store = new MemoryStore(clock);
        store.listen(listener);
        return store;
    }

    @Override
    protected void close(Store store) {
        ((MemoryStore) store).close();
    }

    @Test
    void itHasNoTables() {
        assertThatThrownBy(() -> store().read(scope(), snapshot -> snapshot.sql()))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
