package dev.sidegate.operator.scan;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A method as its class file has it.
 *
 * @param access its flags
 * @param name its name
 * @param descriptor its erased parameters and result
 * @param annotations descriptors of the annotations on it, those of run time and of the class file
 * @param effect the effect's name, empty if the template gives none; null without
 *     {@code @SideEffect}
 * @param calls methods called in the body that have this method's name; empty if the body was not
 *     read
 */
record ScannedMethod(
    int access,
    String name,
    String descriptor,
    Set<String> annotations,
    @Nullable String effect,
    Set<Call> calls) {

  /** Another method of the same name, called in the body. */
  record Call(boolean special, String owner, String descriptor) {}

  boolean is(int flag) {
    return (access & flag) != 0;
  }

  boolean isGuarded() {
    return effect != null;
  }

  boolean isReadOnly() {
    return annotations.contains("Ldev/sidegate/ReadOnly;");
  }

  /** Compiler-made; the agent leaves it alone, and the annotations on it are copies. */
  boolean isBridge() {
    return is(Opcodes.ACC_BRIDGE);
  }

  boolean isAbstract() {
    return is(Opcodes.ACC_ABSTRACT);
  }

  /** Whether a subclass in the given package can override it. */
  boolean canBeOverriddenFrom(String ownPackage, String otherPackage) {
    if (is(Opcodes.ACC_PRIVATE) || is(Opcodes.ACC_STATIC) || name.equals("<init>")) {
      return false;
    }
    return is(Opcodes.ACC_PUBLIC) || is(Opcodes.ACC_PROTECTED) || ownPackage.equals(otherPackage);
  }

  boolean hasSignatureOf(ScannedMethod other) {
    return name.equals(other.name) && descriptor.equals(other.descriptor);
  }

  /** The method a bridge leads to, in its own class. */
  Optional<String> bridgeTarget(String ownClass) {
    return calls.stream()
        .filter(call -> !call.special() && call.owner().equals(ownClass))
        .map(Call::descriptor)
        .findFirst();
  }

  /** Whether the body calls what it overrides. */
  boolean callsSuper() {
    return calls.stream().anyMatch(call -> call.special() && call.descriptor().equals(descriptor));
  }

  /** {@code refund(Order, int)}, for people. */
  String signature() {
    StringBuilder text = new StringBuilder(name).append('(');
    String separator = "";
    for (Type parameter : Type.getArgumentTypes(descriptor)) {
      String type = parameter.getClassName();
      text.append(separator).append(type.substring(type.lastIndexOf('.') + 1));
      separator = ", ";
    }
    return text.append(')').toString();
  }
}
