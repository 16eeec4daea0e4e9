package svc.tls;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The keys of the table {@code [server]} for certificates. */
@ObjectClassDefinition(id = "svc.server", name = "Certificates", description = "Certificates of the listeners")
public @interface TlsConfig {

    @AttributeDefinition(
            description = "File with the certificate chain (PEM), read again when it changes (form: certificate)"
                    + " (needs: tls_key_file)",
            required = false)
    String tls_cert_file() default "";

    @AttributeDefinition(
            description = "File with the private key (PEM), read again when it changes (form: private key)"
                    + " (needs: tls_cert_file)",
            required = false)
    String tls_key_file() default "";

    @AttributeDefinition(
            description =
                    "Folder with certificates for further host names: pairs of files NAME.crt and NAME.key (PEM), read"
                            + " again when they change (needs: tls_cert_file)",
            required = false)
    String tls_cert_dir() default "";

    @AttributeDefinition(
            description =
                    "Create a self-signed certificate in the secrets folder of the home, for trials (excludes: tls_cert_file)",
            required = false)
    boolean tls_self_signed() default false;
}
