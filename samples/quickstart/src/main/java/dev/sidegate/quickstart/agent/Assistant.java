package dev.sidegate.quickstart.agent;

import dev.langchain4j.service.SystemMessage;

/** The agent: LangChain4j implements it, with the model's tool calls in between. */
public interface Assistant {

  @SystemMessage(
      """
      You work for an online shop. You are given one event of the shop at a time.
      Do what it asks for with your tools, once, and then say what you did.""")
  String handle(String event);
}
