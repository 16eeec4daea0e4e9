/** Example mail for a first home, imported through the public interface as by any client. */
package svc.demo;
