package svc.cap.submission.send;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The keys of the configuration table {@code [submission]} that limit the recipients of an account. */
@ObjectClassDefinition(id = "svc.submission", name = "Submission", description = "Sending mail, by JMAP and by SMTP")
public @interface RecipientLimitsConfig {

    @AttributeDefinition(
            description = "Number of recipients to which an account may send within an hour",
            min = "1",
            max = "10000000",
            required = false)
    int recipients_per_hour() default 300;

    @AttributeDefinition(
            description = "Number of recipients to which an account may send within a day",
            min = "1",
            max = "10000000",
            required = false)
    int recipients_per_day() default 2000;
}
