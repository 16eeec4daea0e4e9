/** Tests of the way that the configuration takes to components and operators. */
@NullMarked
package svc.config;

import org.jspecify.annotations.NullMarked;
