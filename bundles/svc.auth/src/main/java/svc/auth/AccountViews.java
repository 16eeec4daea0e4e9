package svc.auth;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Shows accounts to operators. */
@Component(service = AccountViews.class)
public final class AccountViews {

    private final Plans plans;

    /** With what these plans say. */
    @Activate
    public AccountViews(@Reference Plans plans) {
        this.plans = plans;
    }

    AccountView of(Member member) {
        return new AccountView(
                member.account().id(),
                member.account().email(),
                member.account().name(),
                member.account().organization(),
                member.role().word(),
                member.erasure().isPresent() ? "erasing" : member.disabled() ? "disabled" : "active",
                quota(member),
                member.used(),
                member.aliases(),
                text(member.createdAt()),
                member.lastSignInAt().map(AccountViews::text).orElse(null),
                member.erasure().orElse(null));
    }

    private @Nullable Long quota(Member member) {
        OptionalLong planned = plans.of(member.plan()).quota();
        Long own = member.quota();
        return own != null ? own : planned.isPresent() ? Long.valueOf(planned.getAsLong()) : null;
    }

    static String text(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
