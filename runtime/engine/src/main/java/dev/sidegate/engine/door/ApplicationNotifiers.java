package dev.sidegate.engine.door;

import static java.lang.invoke.MethodType.methodType;

import dev.sidegate.engine.notify.Links;
import dev.sidegate.engine.notify.Notice;
import dev.sidegate.engine.notify.Notices;
import dev.sidegate.engine.notify.Notifier;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@code dev.sidegate.ApprovalNotifier}s that a loader of the application sees. Their interface
 * is that loader's, so they are called by reflection.
 */
final class ApplicationNotifiers {
  private static final Logger LOG = LoggerFactory.getLogger(ApplicationNotifiers.class);
  private static final String SERVICE = "dev.sidegate.ApprovalNotifier";
  private static final String NOTICE = "dev.sidegate.ApprovalNotice";
  private static final String CHANNEL = "[a-z0-9][a-z0-9-]{0,30}";

  private final List<String> channels;

  private ApplicationNotifiers(List<String> channels) {
    this.channels = List.copyOf(channels);
  }

  /** Those of a loader; from now on they tell what waits for their channels. */
  static ApplicationNotifiers of(@Nullable ClassLoader loader, Notices notices) {
    List<String> channels = new ArrayList<>();
    try {
      Class<?> service = Class.forName(SERVICE, false, loader);
      Class<?> seen = Class.forName(NOTICE, false, loader);
      Method tell = service.getMethod("tell", seen);
      Method channel = service.getMethod("channel");
      MethodHandle made =
          MethodHandles.publicLookup().findStatic(seen, "of", methodType(seen, Map.class));
      for (Object notifier : ServiceLoader.load(service, loader)) {
        String name = (String) channel.invoke(notifier);
        if (name != null
            && name.matches(CHANNEL)
            && notices.add(new Reflective(name, notifier, tell, made))) {
          channels.add(name);
        } else {
          LOG.warn(
              "The ApprovalNotifier {} is not used: its channel '{}' is taken or none",
              notifier.getClass().getName(),
              name);
        }
      }
    } catch (ClassNotFoundException older) {
      LOG.debug("Annotations without notifiers");
    } catch (ReflectiveOperationException | RuntimeException | Error bad) {
      LOG.warn("The registered ApprovalNotifiers cannot be used: {}", bad.toString());
    }
    return new ApplicationNotifiers(channels);
  }

  /** Their channels' names. */
  List<String> channels() {
    return channels;
  }

  /** One of them. */
  private record Reflective(String channel, Object notifier, Method tell, MethodHandle made)
      implements Notifier {

    @Override
    public void tell(Notice notice, Links links) throws Exception {
      try {
        Object unused = tell.invoke(notifier, made.invoke(values(notice, links)));
      } catch (InvocationTargetException threw) {
        throw threw.getCause() instanceof Exception cause ? cause : threw;
      } catch (Exception | Error thrown) {
        throw thrown;
      } catch (Throwable impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    private static Map<String, @Nullable Object> values(Notice notice, Links links) {
      Map<String, @Nullable Object> values = new LinkedHashMap<>();
      values.put("id", notice.approval() + ":" + notice.kind());
      values.put("kind", notice.kind().name());
      values.put("subject", notice.subject());
      values.put("operation", notice.operation().toString());
      values.put("effect", notice.effect());
      values.put("scope", notice.scope());
      values.put("key", notice.shownKey());
      values.put("role", notice.role());
      values.put("requester", notice.requester());
      values.put("askedAt", notice.askedAt());
      values.put("expiresAt", notice.expiresAt());
      values.put("state", notice.state().toLowerCase(Locale.ROOT));
      values.put("decidedBy", notice.decidedBy());
      values.put("reason", notice.reason());
      values.put("link", links.toOperation(notice).orElse(null));
      values.put("command", links.command(notice));
      Function<String, @Nullable String> personal =
          approver -> links.forApprover(notice, approver).orElse(null);
      values.put("links", personal);
      return values;
    }
  }
}
