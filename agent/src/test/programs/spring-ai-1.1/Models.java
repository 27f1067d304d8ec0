import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.api.OpenAiApi;

/** The model's client of Spring AI 1.1. */
class Models {
  static ChatModel at(String url) {
    return OpenAiChatModel.builder()
        .openAiApi(
            OpenAiApi.builder()
                .baseUrl(url)
                .completionsPath("/chat/completions")
                .apiKey("none")
                .build())
        .defaultOptions(OpenAiChatOptions.builder().model("scripted").build())
        .build();
  }
}
