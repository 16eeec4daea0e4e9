# Everything a developer does, one word each; `make` alone prints the list.
# It needs a JDK 17 or newer, Maven 3.8 or newer and git; `make test` also Node.js with npm and Chromium. Maven and npm fetch the rest.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

# The tests' working copy, and everything else that a tool prints, reads alike on every machine.
export LC_ALL := C.UTF-8

VERSION := $(shell sed -n 's:^  <version>\(.*\)</version>$$:\1:p' pom.xml | head -1)
DATE    := $(shell sed -n 's:.*<project.build.outputTimestamp>\(.*\)</.*:\1:p' pom.xml)
DIST    := launcher/target/svc
STAMP   := launcher/target/dist.stamp
ARCHIVE := launcher/target/svc-$(VERSION).tar.gz

# The home of `make run`. It survives `make clean`.
SVC_HOME ?= .svc-home

# The JDK 17 that `make test` runs on; without one it is the Java that Maven finds. JAVA17_HOME wins; set it empty for Maven's.
JAVA17_HOME ?= $(firstword $(patsubst %/bin/javac,%,$(wildcard /usr/lib/jvm/*17*/bin/javac /opt/*jdk*17*/bin/javac $(HOME)/.sdkman/candidates/java/17*/bin/javac)))

# A JDK 25 or newer beside the one that builds, for the tests that also run there. JAVA25_HOME wins; set it empty to leave them out.
JAVA25_HOME ?= $(firstword $(patsubst %/bin/java,%,$(wildcard /usr/lib/jvm/*25*/bin/java /opt/*jdk*25*/bin/java $(HOME)/.sdkman/candidates/java/25*/bin/java)))

# Maven's own chatter off, the summaries of the test runs on.
QUIET := -Dorg.slf4j.simpleLogger.defaultLogLevel=warn \
  -Dorg.slf4j.simpleLogger.log.com.networknt=error \
  -Dorg.slf4j.simpleLogger.log.org.apache.maven.plugin.surefire=info \
  -Dorg.slf4j.simpleLogger.log.org.apache.maven.plugin.failsafe=info
# A download that stalls is asked for again after a minute; Maven alone would wait for half an hour.
DOWNLOADS := -Dmaven.wagon.rto=60000 -Dmaven.wagon.http.retryHandler.class=default -Dmaven.wagon.http.retryHandler.count=3 \
  -Dmaven.wagon.http.retryHandler.nonRetryableClasses=java.net.UnknownHostException
# Maven's own Java lives too short for the better of the two compilers to pay: without it the build takes half the processor time.
MVN := MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xms512m $${MAVEN_OPTS:-} $(QUIET) $(DOWNLOADS)" mvn -B -ntp -Dstyle.color=never $(MAVEN_ARGUMENTS)
# Modules that do not need each other are built and tested three at a time: tests that wait leave a core to the others.
PARALLEL := -T 3
ON17 = $(if $(JAVA17_HOME),JAVA_HOME="$(JAVA17_HOME)")
ON25 = $(if $(JAVA25_HOME),-Djava25.home=$(JAVA25_HOME))

# A source that is new, changed or gone makes its folder or itself newer than the stamp.
SOURCES := $(shell find pom.xml bundles/pom.xml launcher/pom.xml $(wildcard bundles/*/pom.xml bundles/*/src/main \
  launcher/src/main config docs) 2>/dev/null)

.PHONY: help run test check soak dist fast format bench bench-engine bench-classes new-capability conformance accept-api clean

help: ## this list
	@echo "svc $(VERSION)"
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "Variables: SVC_HOME=$(SVC_HOME)  JAVA17_HOME=$(or $(JAVA17_HOME),(none found))  JAVA25_HOME=$(or $(JAVA25_HOME),(none found))  MAVEN_ARGUMENTS=…  ARGS=… (for run)"

run: $(STAMP) target/demo.stamp ## build what is missing and start a server on the home .svc-home with two accounts and mail to try it; stop it with Ctrl-C
	@exec launcher/src/demo/run $(DIST) target/demo "$(SVC_HOME)" $(ARGS)

target/demo.stamp: $(STAMP) $(wildcard launcher/src/demo/java/svc/demo/*.java)
	@mkdir -p target/demo
	@javac -proc:none -Xlint:none --release 17 -cp "$(DIST)/bundles/10/*" -d target/demo launcher/src/demo/java/svc/demo/*.java
	@touch $@

test: ## every check and every test, on a JDK 17 if there is one; then the smoke set on a JDK 25 if there is one
	@.ci/tools node npm chromium < /dev/null
	@.ci/left-out forget
	@$(if $(JAVA17_HOME),echo "everything on $(JAVA17_HOME)",echo "no JDK 17 found (JAVA17_HOME is empty): everything on the Java of Maven"; mvn --version | grep '^Java version')
	@$(if $(JAVA25_HOME),echo "smoke set also on $(JAVA25_HOME)")
	@folder=$$(.ci/test-folder) && trap 'rm -rf "$$folder"' EXIT && \
	  $(ON17) $(MVN) $(PARALLEL) verify -Dtest.folder="$$folder" $(ON25) < /dev/null || { .ci/failed-output; .ci/left-out; exit 1; }
	@touch $(STAMP)
	@$(MAKE) --no-print-directory bench-classes
	@.ci/slowest
	@head -1 launcher/target/sizes.txt
	@.ci/left-out
	@$(if $(JAVA25_HOME),,echo "left out: smoke set on JDK 25: no JDK 25 is installed")
	@echo "make test: all passed"

check: ## compile everything strictly, then run the rules and the tests of one bundle and of those that depend on it: BUNDLE=svc.json
	@tests=$$(.ci/check "$(BUNDLE)"); \
	  $(ON17) $(MVN) $(PARALLEL) verify -pl analysis,launcher -am -DskipITs -Dtest="$$tests" < /dev/null || { .ci/failed-output; exit 1; }
	@touch $(STAMP)
	@echo "make check: all passed"

soak: ## the long tests (hours rather than minutes), and everything on a JDK 25 if there is one
	@.ci/tools node npm chromium thunderbird evolution < /dev/null
	@.ci/left-out forget
	@$(MVN) verify -Dtest.groups.excluded=never -Dgroups=soak -Dtest.limit='24 h' -Dtest.limit.seconds=0 -Dit.forks=1 -Dsvc.it.twice=true -Dtest.compilers=-XX:TieredStopAtLevel=4 < /dev/null || { .ci/failed-output; .ci/left-out; exit 1; }
	@$(if $(JAVA25_HOME),JAVA_HOME="$(JAVA25_HOME)" $(MVN) $(PARALLEL) verify -Dspotless.check.skip=true < /dev/null || { .ci/failed-output; .ci/left-out; exit 1; },echo "no JDK 25 found (JAVA25_HOME is empty): left out")
	@.ci/left-out
	@echo "make soak: all passed"

dist: $(ARCHIVE) startup-archive ## the distribution and its archive
	@du -sh $(DIST) $(ARCHIVE)

fast: ## build the distribution without analysis and tests, changed or not
	@$(MVN) -Pfast -Dmaven.javadoc.skip=false package < /dev/null
	@touch $(STAMP)

format: ## format all sources
	@$(MVN) spotless:apply < /dev/null

# What `make bench` measures.
BENCHES := start,http,jmap,imap,fairness,store,blobs,transfers,backup
# The source of a test class, in whichever package it is: $(call test-source,BUNDLE,CLASS)
test-source = $(or $(shell find bundles/$(1)/src/test/java -name $(2).java),$(error no $(2).java in the tests of $(1)))
BENCH_SOURCES = launcher/src/test/java/svc/launcher/bench/*.java \
  $(foreach class,StoreBench MembershipCost Crowd SmallWrites Fixture,$(call test-source,svc.store.sqlite,$(class))) \
  $(foreach class,BlobBench PackBench PackHome Home PlainCopy,$(call test-source,svc.blobs.files,$(class)))
# The distribution's own jars; slf4j without a logger behind it.
BENCH_PATH := target/tools:$(DIST)/bundles/10/*:$(DIST)/bundles/20/*:bundles/svc.testkit/target/classes:bundles/svc.testkit/target/test-classes
JAVA_NOW = $(shell java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.home = //p')

bench: $(STAMP) ## measure start, HTTP, JMAP, IMAP, fairness, store, blobs, transfers, backup on both JDKs (BENCHES=store: that alone), then the engine; minutes, idle
	@mkdir -p target/tools
	@$(MAKE) --no-print-directory startup-archive
	@slf4j=$$(echo $(DIST)/lib/slf4j-api-*.jar); \
	  javac -proc:none -Xlint:none --release 17 -cp "$(BENCH_PATH):$$slf4j" -d target/tools $(BENCH_SOURCES); \
	  java -cp "$(BENCH_PATH):$$slf4j" svc.launcher.bench.Bench $(DIST) target/bench $(BENCHES) $(JAVA_NOW) $(JAVA25_HOME)
	@$(if $(filter file,$(origin BENCHES)),$(MAKE) --no-print-directory bench-engine)

# JMH, as pinned in the root pom, with what it needs.
JMH := $(shell sed -n 's:.*<jmh.version>\(.*\)</.*:\1:p' pom.xml)
JMH_JARS := org.openjdk.jmh:jmh-core:$(JMH) org.openjdk.jmh:jmh-generator-annprocess:$(JMH) \
  net.sf.jopt-simple:jopt-simple:5.0.4 org.apache.commons:commons-math3:3.6.1
ENGINE_PATH = $(BENCH_PATH):$(wildcard $(DIST)/lib/org.apache.felix.framework-*.jar):$(DIST)/bundles/30/svc.core-$(VERSION).jar:$(DIST)/bundles/25/svc.auth-$(VERSION).jar:$(DIST)/bundles/12/svc.runtime-$(VERSION).jar:target/jmh/lib/*

MEASURE := org.openjdk.jmh.Main -prof gc -prof svc.store.sqlite.CpuProfiler

bench-engine: bench-classes ## measure the cost of requests behind HTTP and of authentication, with JMH (ARGS='-prof gc echo': JMH's own arguments)
	@slf4j=$$(echo $(DIST)/lib/slf4j-api-*.jar); \
	  java -cp "target/jmh/classes:$(ENGINE_PATH):$$slf4j" $(MEASURE) $(ARGS); \
	  $(if $(ARGS),,java -cp "target/jmh/classes:$(ENGINE_PATH):$$slf4j" $(MEASURE) -p log=1000,1000000 changesOf100)

bench-classes: $(STAMP) target/jmh/lib/complete
	@mkdir -p target/jmh/classes
	@slf4j=$$(echo $(DIST)/lib/slf4j-api-*.jar); \
	  javac -Xlint:none --release 17 -cp "$(ENGINE_PATH):$$slf4j" -d target/jmh/classes \
	    launcher/src/bench/java/svc/store/sqlite/*.java launcher/src/bench/java/svc/auth/dpop/*.java \
	    $(call test-source,svc.store.sqlite,Fixture) $(call test-source,svc.auth,AuthFixture) \
	    $(call test-source,svc.auth,UnlimitedRateLimiter)

target/jmh/lib/complete: pom.xml
	@mkdir -p target/jmh/lib
	@for jar in $(JMH_JARS); do \
	  $(MVN) dependency:copy -Dartifact=$$jar -DoutputDirectory=$(CURDIR)/target/jmh/lib < /dev/null || exit 1; done
	@touch $@

# Begin with a project of one's own: KIT is what makes it.
KIT := $(addprefix launcher/src/test/java/svc/launcher/kit/,Pom.java KitRepository.java NewCapability.java)

new-capability: $(STAMP) ## a project for a capability, outside this tree: NAME=recipe DIR=/somewhere [PACKAGE=org.example.recipe]
	@mkdir -p target/tools
	@javac -proc:none -d target/tools $(KIT)
	@java -cp target/tools svc.launcher.kit.NewCapability "$(NAME)" "$(DIR)" "$(PACKAGE)"

conformance: ## write docs/conformance.md anew from the tests
	@mkdir -p target/tools
	@javac -proc:none -d target/tools $(addprefix launcher/src/test/java/svc/launcher/rules/,Repository.java Requirement.java Proof.java Proofs.java Conformance.java)
	@java -cp target/tools svc.launcher.rules.Conformance

accept-api: ## accept the public face of svc.api as it is now; UNRELEASED=1: no release carries the accepted one
	@$(MVN) -Pfast -DskipTests=false -pl launcher -am package -Dtest=ApiTest -Dsvc.api.accept=$(if $(UNRELEASED),unreleased,grown) < /dev/null
	@git --no-pager diff --stat -- bundles/svc.api/accepted-api.txt

clean: ## remove what was built; homes stay
	@$(MVN) clean
	@rm -rf target

$(STAMP): $(SOURCES)
	@echo "building the distribution …"
	@$(MVN) -Pfast -Dmaven.javadoc.skip=false package < /dev/null
	@touch $@

# Same input, same bytes: sorted names, one date, no owner; and no start-up archive, which serves where it was made.
$(ARCHIVE): $(STAMP)
	@tar --exclude='svc/lib/startup-*' --sort=name --mtime="$(DATE)" --owner=0 --group=0 --numeric-owner \
	  --transform 's:^svc:svc-$(VERSION):' -C launcher/target -cf - svc | gzip -n -9 > $@
	@cd launcher/target && sha256sum $(notdir $(ARCHIVE)) > $(notdir $(ARCHIVE)).sha256

# The archive that makes the next start faster, for each Java on the machine. A start works without it, so a failure is only printed.
.PHONY: startup-archive
startup-archive: $(STAMP)
	@for java in $(JAVA_NOW) $(JAVA25_HOME); do JAVA_HOME=$$java $(DIST)/bin/svc archive || echo "no start-up archive for $$java"; done
