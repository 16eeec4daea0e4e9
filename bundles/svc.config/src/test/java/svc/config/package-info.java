/** Tests of the configuration services and operations. */
@NullMarked
package svc.config;

import org.jspecify.annotations.NullMarked;
