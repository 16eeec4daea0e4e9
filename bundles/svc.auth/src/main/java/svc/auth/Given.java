package svc.auth;

import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.auth.Identities.NewAccount;

/** What operators give, read and refused in one place. */
final class Given {

    /** The longest name of an organization or an account, in characters. */
    static final int LONGEST_NAME = 200;

    private Given() {}

    static String name(String field, String text) {
        String name = text.strip();
        boolean good = !name.isEmpty()
                && name.codePointCount(0, name.length()) <= LONGEST_NAME
                && name.codePoints().noneMatch(Character::isISOControl);
        if (!good) {
            throw Refusals.badName(field);
        }
        return name;
    }

    static List<Domain> domains(List<String> texts) {
        if (texts.isEmpty()) {
            throw Refusals.noDomain();
        }
        return texts.stream()
                .map(text -> Domain.of(text).orElseThrow(() -> Refusals.badDomain(text)))
                .distinct()
                .toList();
    }

    static NewAccount account(String email, String password, @Nullable String name) {
        Address address = Address.of(email).orElseThrow(() -> Refusals.badAddress(email));
        if (!Passwords.acceptable(password)) {
            throw Refusals.badPassword();
        }
        return new NewAccount(address, java.util.Optional.ofNullable(name).map(text -> name("name", text)), password);
    }
}
