package dev.sidegate.engine.door;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sidegate.engine.settings.Settings;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A call that the engine makes is told by its method's identity, so there must be one. */
class DescriptorsTest {
  private static final int THREADS = 4;

  @Test
  void threadsThatAskFirstAtOnceAllGetOneDescriptorAndItIsMetOnce() throws Exception {
    MethodHandles.Lookup guarded =
        MethodHandles.privateLookupIn(
            Class.forName("dev.sidegate.engine.Ledger"), MethodHandles.lookup());
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      for (int round = 0; round < 200; round++) {
        AtomicInteger met = new AtomicInteger();
        Descriptors descriptors =
            new Descriptors(
                new ProviderContracts(Settings.load(new Properties(), Map.of())),
                lookup -> met.incrementAndGet());

        assertThat(askedAtOnce(descriptors, guarded, threads)).hasSize(1);
        assertThat(met).hasValue(1);
      }
    } finally {
      threads.shutdown();
    }
  }

  private static Set<Descriptor> askedAtOnce(
      Descriptors descriptors, MethodHandles.Lookup guarded, ExecutorService threads)
      throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    List<Future<Descriptor>> asking = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      asking.add(
          threads.submit(
              () -> {
                start.await();
                return descriptors.of(guarded);
              }));
    }
    Set<Descriptor> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (Future<Descriptor> answer : asking) {
      seen.add(answer.get());
    }
    return seen;
  }
}
