package svc.guard;

import java.time.temporal.ChronoUnit;

/** A ban as operators see it. */
record BanView(String ip, String reason, int failures, String since, String until) {

    static BanView of(Ban ban) {
        return new BanView(
                ban.network().toString(),
                ban.reason(),
                ban.failures(),
                ban.since().truncatedTo(ChronoUnit.SECONDS).toString(),
                ban.until().truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
