package svc.auth.storage;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.auth.crypto.PasswordHasher;
import svc.auth.storage.AccountStore.NewAccount;
import svc.auth.storage.Tenant.Branding;

/** Parses and validates the input of operators. */
public final class OperatorInput {

    /** The maximum length of the name of a tenant or an account in characters. */
    private static final int LONGEST_NAME = 200;

    private static final Pattern URI = Pattern.compile("[a-z][a-z0-9+.-]*:[\\x21-\\x7e]{1,255}");
    private static final Pattern WEB = Pattern.compile("https://[\\x21-\\x7e]{1,2000}");
    private static final Pattern COLOR = Pattern.compile("#[0-9a-fA-F]{6}");

    private OperatorInput() {}

    public static String name(String field, String text) {
        String name = text.strip();
        boolean good = !name.isEmpty()
                && name.codePointCount(0, name.length()) <= LONGEST_NAME
                && name.codePoints().noneMatch(Character::isISOControl);
        if (!good) {
            throw DirectoryErrors.invalid(
                    field,
                    "A name has 1 to " + LONGEST_NAME + " characters, none of them a control character.",
                    "Write it in one line.");
        }
        return name;
    }

    public static List<Domain> domains(List<String> texts) {
        if (texts.isEmpty()) {
            throw DirectoryErrors.invalid(
                    "domains",
                    "An organization has at least one domain.",
                    "Add --domain example.org; it may be given more than once.");
        }
        return texts.stream().map(text -> domain("domains", text)).distinct().toList();
    }

    public static Domain domain(String field, String text) {
        return Domain.of(text)
                .orElseThrow(() -> DirectoryErrors.invalid(
                        field, DirectoryErrors.shown(text) + " is no domain.", "Write it as example.org."));
    }

    public static NewAccount account(String email, String password, @Nullable String name) {
        return account(email, password, name, null, Role.USER, null, List.of());
    }

    public static NewAccount account(
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
                Optional.ofNullable(quota).map(OperatorInput::quota),
                aliases(aliases));
    }

    public static EmailAddress address(String field, String text) {
        return EmailAddress.of(text)
                .orElseThrow(() -> DirectoryErrors.invalid(
                        field,
                        DirectoryErrors.shown(text) + " is not an e-mail address.",
                        "Write it as name@example.org."));
    }

    public static String password(String password) {
        if (!PasswordHasher.acceptable(password)) {
            throw DirectoryErrors.invalid(
                    "password",
                    "A password has " + PasswordHasher.SHORTEST + " to " + PasswordHasher.LONGEST + " characters.",
                    "Choose one of this length, for example several words.");
        }
        return password;
    }

    /** Returns the role. Rejects the role that only {@code svc operator grant} may give. */
    public static Role role(Role role) {
        if (role == Role.INSTANCE_OPERATOR) {
            throw DirectoryErrors.of(
                    Reason.FORBIDDEN,
                    "role",
                    "The rights of an instance operator can be granted and revoked only on the console.",
                    "Run svc operator grant EMAIL or svc operator revoke EMAIL on the server.");
        }
        return role;
    }

    /** Parses a role. Rejects the role that only {@code svc operator grant} may give. */
    public static Role role(String word) {
        for (Role role : Role.values()) {
            if (role.word().equals(word)) {
                return role(role);
            }
        }
        throw DirectoryErrors.invalid("role", "There is no such role.", "Take user or tenant-admin.");
    }

    /** Validates capability toggles by URN. An empty value removes the toggle. */
    public static Map<String, Optional<Boolean>> capabilities(Map<String, @Nullable Object> given) {
        Map<String, Optional<Boolean>> capabilities = new LinkedHashMap<>();
        given.forEach((urn, on) -> {
            if (!URI.matcher(urn).matches() || urn.equals(Plan.CORE)) {
                throw DirectoryErrors.invalid(
                        "capabilities",
                        DirectoryErrors.shown(urn) + " is not the URN of a capability that can be switched.",
                        "Write it as urn:ietf:params:jmap:mail=false; Core is always there.");
            }
            switch (String.valueOf(on)) {
                case "true" -> capabilities.put(urn, Optional.of(true));
                case "false" -> capabilities.put(urn, Optional.of(false));
                case "null" -> capabilities.put(urn, Optional.empty());
                default ->
                    throw DirectoryErrors.invalid(
                            "capabilities",
                            "A capability is switched with true, false or null.",
                            "Write false to switch " + DirectoryErrors.shown(urn)
                                    + " off, true to switch it on, null to remove the toggle.");
            }
        });
        return capabilities;
    }

    public static Branding branding(Branding given) {
        String url = given.logoUrl();
        String color = given.primaryColor();
        String email = given.supportEmail();
        if (url != null && !WEB.matcher(url).matches()) {
            throw badBranding("logo_url", "is the address of an image, such as https://example.org/logo.svg");
        } else if (color != null && !COLOR.matcher(color).matches()) {
            throw badBranding("primary_color", "is a colour, such as #1a2b3c");
        }
        String name = given.displayName();
        return new Branding(
                name == null ? null : name("display_name", name),
                url,
                color,
                email == null ? null : address("support_email", email).text());
    }

    private static OperationException badBranding(String field, String must) {
        return DirectoryErrors.invalid(field, "It " + must + ".", "Correct it, or leave it out.");
    }

    /** Returns the quota of an account; 0 selects the quota of the plan. */
    public static StoredQuota quota(long bytes) {
        if (bytes < 0) {
            throw DirectoryErrors.invalid(
                    "quota_bytes", "A quota is a number of bytes.", "Give 1 or more, or 0 for the quota of the plan.");
        }
        return StoredQuota.own(bytes);
    }

    /** Parses aliases. Blank texts are ignored, so that one blank text means an empty list. */
    public static List<EmailAddress> aliases(List<String> texts) {
        Map<String, EmailAddress> aliases = new LinkedHashMap<>();
        texts.stream()
                .filter(text -> !text.isBlank())
                .map(text -> address("aliases", text))
                .forEach(alias -> aliases.put(alias.key(), alias));
        return List.copyOf(aliases.values());
    }
}
