package svc.jobs;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.job.JobStatus;

/** A job in the responses of operations. */
record JobView(
        String id,
        String kind,
        String subject,
        @Nullable String accountId,
        String state,
        @Nullable String progress,
        @Nullable String error,
        int attempts,
        String createdAt,
        @Nullable String startedAt,
        @Nullable String endedAt) {

    static JobView of(JobStatus job) {
        return new JobView(
                job.id(),
                job.kind(),
                job.subject(),
                job.accountId().orElse(null),
                job.state().word(),
                job.progress().orElse(null),
                job.error().orElse(null),
                job.attempts(),
                job.createdAt().truncatedTo(ChronoUnit.SECONDS).toString(),
                text(job.startedAt()),
                text(job.endedAt()));
    }

    private static @Nullable String text(Optional<Instant> at) {
        return at.map(time -> time.truncatedTo(ChronoUnit.SECONDS).toString()).orElse(null);
    }
}
