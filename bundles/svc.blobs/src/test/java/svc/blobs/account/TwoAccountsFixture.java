package svc.blobs.account;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import svc.api.identity.Account;

/** Ann and Bob have accounts of one organization. */
abstract class TwoAccountsFixture {

    @TempDir
    Path directory;

    BlobsFixture fixture;
    Account ann;
    Account bob;

    /** Returns the components of the test. */
    BlobsFixture open() {
        return new BlobsFixture(directory);
    }

    @BeforeEach
    final void createAccounts() {
        fixture = open();
        ann = fixture.account("o1", "ann");
        bob = fixture.account("o1", "bob");
    }

    @AfterEach
    final void close() {
        fixture.close();
    }
}
