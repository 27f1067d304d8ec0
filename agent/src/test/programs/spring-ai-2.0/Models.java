import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;

/** The model's client of Spring AI 2.0. */
class Models {
  static ChatModel at(String url) {
    OpenAiChatOptions.Builder options = OpenAiChatOptions.builder();
    options.baseUrl(url);
    options.apiKey("none");
    options.model("scripted");
    return OpenAiChatModel.builder().options(options.build()).build();
  }
}
