package dev.sidegate.agent.start;

import dev.sidegate.agent.weave.WeavingRecord;
import dev.sidegate.engine.door.DescriptorName;
import dev.sidegate.engine.door.Doorkeeper;
import dev.sidegate.engine.door.Weaving;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Answers {@code Sidegate.verify}: which of the given classes would run unguarded, and why. */
final class Verification implements Weaving {
  private static final String ANNOTATION = "dev.sidegate.SideEffect";

  private final WeavingRecord record;
  private final WovenJdk jdk;

  Verification(WeavingRecord record, WovenJdk jdk) {
    this.record = record;
    this.jdk = jdk;
  }

  @Override
  public boolean watchesClients() {
    return jdk.isWhole();
  }

  /** The findings for an application whose annotations speak this protocol. */
  List<String> findings(int protocol, List<Class<?>> classes) {
    List<String> findings = new ArrayList<>();
    if (protocol > Doorkeeper.PROTOCOL) {
      findings.add(
          "sidegate-annotations speaks protocol "
              + protocol
              + ", this agent only "
              + Doorkeeper.PROTOCOL
              + "; upgrade sidegate-agent.jar to the version of sidegate-annotations");
    }
    findings.addAll(findings(classes));
    return findings;
  }

  @Override
  public List<String> findings(List<Class<?>> classes) {
    List<String> findings = new ArrayList<>();
    for (Class<?> type : classes) {
      findings.addAll(ofOne(type));
    }
    return findings;
  }

  private List<String> ofOne(Class<?> type) {
    List<String> findings = new ArrayList<>();
    boolean guarded = false;
    for (Class<?> part : lineage(type)) {
      List<String> refusals = record.refusals(part);
      if (refusals != null) {
        guarded = true;
        findings.addAll(refusals);
        findings.addAll(missing(part));
      } else if (carriesTheAnnotation(part)) {
        guarded = true;
        findings.add(
            part.getName()
                + " carries @SideEffect and was not woven: the agent never saw its class file");
      }
    }
    if (!guarded) {
      findings.add(type.getName() + " has no method with @SideEffect");
    }
    return findings;
  }

  /** What a woven class lacks to be guarded and not only refused. */
  private static List<String> missing(Class<?> woven) {
    if (!Refusal.seesAnnotations(woven)) {
      return List.of(Refusal.withoutAnnotations(woven));
    }
    try {
      Class.forName(DescriptorName.of(woven.getName()), false, woven.getClassLoader());
      return List.of();
    } catch (ClassNotFoundException | LinkageError absent) {
      return List.of(
          woven.getName()
              + " has no descriptor: sidegate-processor did not run when it was compiled. Put it on"
              + " the annotation processor path (from JDK 23 on the class path alone is not"
              + " enough)");
    }
  }

  /** The class, its superclasses and interfaces, without those of the JDK. */
  private static Set<Class<?>> lineage(Class<?> type) {
    Set<Class<?>> lineage = new LinkedHashSet<>();
    for (Class<?> c = type; c != null && c.getClassLoader() != null; c = c.getSuperclass()) {
      if (!isProxy(c)) {
        lineage.add(c);
      }
      for (Class<?> implemented : c.getInterfaces()) {
        lineage.addAll(lineage(implemented));
      }
    }
    return lineage;
  }

  /** A proxy ends in the class that it extends, and that one is guarded. */
  private static boolean isProxy(Class<?> type) {
    Class<?> extended = type.getSuperclass();
    return extended != null && type.getName().startsWith(extended.getName() + "$$");
  }

  private static boolean carriesTheAnnotation(Class<?> type) {
    try {
      for (Method method : type.getDeclaredMethods()) {
        for (Annotation annotation : method.getDeclaredAnnotations()) {
          if (!method.isBridge() && annotation.annotationType().getName().equals(ANNOTATION)) {
            return true;
          }
        }
      }
      return false;
    } catch (LinkageError unreadable) {
      return false;
    }
  }
}
