package svc.proto.smtp;

import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import svc.api.config.ByteSize;
import svc.api.delivery.MailServerName;
import svc.api.lifecycle.StartupException;

/** The checked values of the configuration table {@code [smtp]}, which also apply to submission and LMTP. Thread-safe. */
@Component(service = SmtpSettings.class, configurationPid = "svc.smtp")
@Designate(ocd = SmtpSettings.Config.class)
public final class SmtpSettings {

    /** The maximum number of messages on one connection. */
    static final int MOST_MESSAGES = 50;

    private static final int LEAST_SIZE = 65_536;

    private final Config config;
    private final MailServerName name;

    /** The configuration table {@code [smtp]}. */
    @ObjectClassDefinition(id = "svc.smtp", name = "SMTP", description = "Mail from other servers")
    public @interface Config {

        @AttributeDefinition(
                description = "Address and port for mail from other servers, such as 0.0.0.0:25; empty for none"
                        + " (form: address)",
                required = false)
        String listen() default "";

        @AttributeDefinition(description = "Maximum size of a message", required = false)
        String max_size() default "50MB";

        @AttributeDefinition(
                description = "Maximum number of recipients of a message",
                min = "100",
                max = "1000",
                required = false)
        int max_recipients() default 100;

        @AttributeDefinition(
                description = "Seconds before the greeting on the listener for mail from other servers. A client that"
                        + " sends before the greeting is refused",
                min = "0",
                max = "5",
                required = false)
        int greeting_wait() default 1;
    }

    /**
     * Reads the configuration.
     *
     * @throws StartupException if a value is invalid; the message names the key
     */
    @Activate
    public SmtpSettings(Config config, @Reference MailServerName name) {
        this.config = config;
        this.name = name;
        if (ByteSize.parse(config.max_size()).orElse(0) < LEAST_SIZE) {
            throw new StartupException(
                    "[smtp] max_size = \"" + config.max_size() + "\" " + ByteSize.MUST + ", and at least " + LEAST_SIZE
                            + ".",
                    "Write for example \"50MB\", or delete the key.");
        }
    }

    String listen() {
        return config.listen();
    }

    long maxSize() {
        return ByteSize.parse(config.max_size()).orElseThrow();
    }

    int maxRecipients() {
        return config.max_recipients();
    }

    Duration greetingWait() {
        return Duration.ofSeconds(config.greeting_wait());
    }

    String hostname() {
        return name.hostname();
    }
}
