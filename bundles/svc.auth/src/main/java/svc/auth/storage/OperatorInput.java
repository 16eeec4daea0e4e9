package svc.auth;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.auth.Identities.NewAccount;
import svc.auth.Organization.Branding;

/** What operators give, read and refused in one place. */
final class Given {

    /** The longest name of an organization or an account, in characters. */
    static final int LONGEST_NAME = 200;

    private static final Pattern URI = Pattern.compile("[a-z][a-z0-9+.-]*:[\\x21-\\x7e]{1,255}");
    private static final Pattern WEB = Pattern.compile("https://[\\x21-\\x7e]{1,2000}");
    private static final Pattern COLOR = Pattern.compile("#[0-9a-fA-F]{6}");

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
        return account(email, password, name, null, Role.USER, null, List.of());
    }

    static NewAccount account(
            String email,
            String password,
            @Nullable String name,
            @Nullable String organization,
            Role role,
            @Nullable Long quota,
            List<String> aliases) {
        return new NewAccount(
                address("email", email),
                Optional.ofNullable(name).map(text -> name("name", text)),
                password(password),
                Optional.ofNullable(organization),
                role(role),
                quota == null ? null : quota(quota),
                aliases(aliases));
    }

    private static Address address(String field, String text) {
        return Address.of(text).orElseThrow(() -> Refusals.badAddress(field, text));
    }

    static String password(String password) {
        if (!Passwords.acceptable(password)) {
            throw Refusals.badPassword();
        }
        return password;
    }

    /** Anything but what only the console gives. */
    static Role role(Role role) {
        if (role == Role.INSTANCE_OPERATOR) {
            throw Refusals.onlyAtTheConsole();
        }
        return role;
    }

    /** The same by its word. */
    static Role role(String word) {
        for (Role role : Role.values()) {
            if (role.word().equals(word)) {
                return role(role);
            }
        }
        throw Refusals.badRole();
    }

    /** What is to be switched, by URN. */
    static Map<String, Boolean> capabilities(Map<String, Object> given) {
        Map<String, Boolean> capabilities = new LinkedHashMap<>();
        given.forEach((urn, on) -> {
            if (!URI.matcher(urn).matches() || urn.equals(Plan.CORE)) {
                throw Refusals.badCapability(urn);
            } else if (!(on instanceof Boolean) && !"true".equals(on) && !"false".equals(on)) {
                throw Refusals.badSwitch(urn);
            }
            capabilities.put(urn, Boolean.valueOf(on.toString()));
        });
        return capabilities;
    }

    static Branding branding(Branding given) {
        String url = given.logoUrl();
        String color = given.primaryColor();
        String email = given.supportEmail();
        if (url != null && !WEB.matcher(url).matches()) {
            throw Refusals.badBranding("logo_url", "is the address of an image, such as https://example.org/logo.svg");
        } else if (color != null && !COLOR.matcher(color).matches()) {
            throw Refusals.badBranding("primary_color", "is a colour, such as #1a2b3c");
        }
        String name = given.displayName();
        return new Branding(
                name == null ? null : name("display_name", name),
                url,
                color,
                email == null ? null : address("support_email", email).text());
    }

    /** The quota of an account; none of its own for 0. */
    static @Nullable Long quota(long bytes) {
        if (bytes < 0) {
            throw Refusals.badQuota();
        }
        return bytes == 0 ? null : Long.valueOf(bytes);
    }

    /** Further addresses; an empty text says that there are none. */
    static List<Address> aliases(List<String> texts) {
        Map<String, Address> aliases = new LinkedHashMap<>();
        texts.stream()
                .filter(text -> !text.isBlank())
                .map(text -> address("aliases", text))
                .forEach(alias -> aliases.put(alias.key(), alias));
        return List.copyOf(aliases.values());
    }
}
