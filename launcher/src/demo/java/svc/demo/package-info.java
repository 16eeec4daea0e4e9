/** What a first home holds: a mailbox that is worth looking at, brought in by the public interface as any client would. */
package svc.demo;
