package dev.sidegate.operator.approval;

import dev.sidegate.engine.StoredPayloads;
import dev.sidegate.engine.approval.Approvals;
import dev.sidegate.engine.approval.UnreadableQuestionException;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.settings.SettingsException;
import dev.sidegate.engine.store.ApproverStore;
import dev.sidegate.engine.store.StoreSettings;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.database.StoreSession;
import dev.sidegate.operator.database.Target;
import java.util.function.BiFunction;

/**
 * The engine's approvals, over a person's own login, for one command.
 *
 * @param target the database, and who signs in
 */
public record ApproverSession(Target target) {

  /** Asks; the store is for what is not about a question. */
  public <A> A ask(BiFunction<Approvals, ApproverStore, A> question) {
    StoreSession.checkUrl(target);
    try (ApproverStore store =
        ApproverStore.open(StoreSettings.of(target.url(), target.user(), target.password()))) {
      return question.apply(new Approvals(store, StoredPayloads.of(settings())), store);
    } catch (StoreUnavailableException unavailable) {
      throw StoreSession.fault(target, unavailable);
    } catch (UnreadableQuestionException unreadable) {
      throw Fault.refused(
          String.valueOf(unreadable.getMessage()), "Nothing was decided. A no needs no key.");
    }
  }

  private static Settings settings() {
    try {
      return Settings.load();
    } catch (SettingsException wrong) {
      throw Fault.usage(String.valueOf(wrong.getMessage()), "");
    }
  }
}
