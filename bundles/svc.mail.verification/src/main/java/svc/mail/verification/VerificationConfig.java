package svc.mail.verification;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** The configuration table {@code [mail.auth]}, parsed by {@link SenderPolicy}. */
@ObjectClassDefinition(id = "svc.mail.auth", name = "Senders", description = "Authentication of the senders of mail")
@interface VerificationConfig {

    @AttributeDefinition(
            description = "Messages from outside that fail DMARC: enforce rejects them or files them as junk, as the"
                    + " domain owner wants; mark only adds the field Authentication-Results",
            options = {@Option(label = "enforce", value = "enforce"), @Option(label = "mark", value = "mark")},
            required = false)
    String dmarc() default "enforce";

    @AttributeDefinition(
            description = "Domains whose ARC seals are believed: a message that they have sealed with a DMARC pass is"
                    + " accepted although it fails DMARC now",
            required = false)
    String[] trusted_sealers() default {};
}
