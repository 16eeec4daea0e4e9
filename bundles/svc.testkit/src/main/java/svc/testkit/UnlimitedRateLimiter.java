package svc.testkit;

import java.net.InetAddress;
import java.time.Instant;
import java.util.Optional;
import svc.api.guard.Guard;

/** A guard that lets everybody in, for tests that are about something else. */
public final class OpenDoor implements Guard {

    /** Open. */
    public OpenDoor() {}

    @Override
    public Verdict request(InetAddress address) {
        return new Welcome(Optional.empty());
    }

    @Override
    public Verdict request(long account, InetAddress address) {
        return new Welcome(Optional.empty());
    }

    @Override
    public Optional<Instant> bannedUntil(InetAddress address) {
        return Optional.empty();
    }

    @Override
    public void signInFailed(InetAddress address, String protocol) {
        // everybody may try again
    }
}
