#include "core/edit/interventions.h"
#include "core/lesson/exercise.h"
#include "core/lesson/formula.h"
#include "core/lesson/lesson.h"
#include "core/lesson/matrix_sheet.h"
#include "core/session/fields.h"
#include "core/text/chat/chat_template.h"
#include "core/text/chat/conversation.h"
#include "core/text/models/sentencepiece_model.h"
#include "core/text/tokenizer.h"
#include "core/text/tokenizer_json.h"
#include "tests/fuzz/fuzz_target.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <ctime>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

namespace headlight::fuzz {

namespace {

/// A tokenizer.json and, after a zero byte, the text to split.
void tokenizer(std::string_view bytes)
{
    const std::size_t zero = std::min(bytes.find('\0'), bytes.size());
    const std::string_view text
        = zero < bytes.size() ? bytes.substr(zero + 1) : "Hello w\xc3\xb6rld 12, \xef\xac\x81";
    const auto parsed = parseTokenizerJson(bytes.substr(0, zero), "tokenizer.json");
    if (!parsed)
        return;
    const auto tokens = (*parsed)->encode(text, text.substr(0, 5), {});
    if (!tokens)
        return;
    std::vector<TokenId> ids;
    for (const Token& token : *tokens) {
        ids.push_back(token.id);
        static_cast<void>((*parsed)->display(token.id));
    }
    static_cast<void>((*parsed)->decode(ids, false));
    static_cast<void>((*parsed)->decode(ids, true));
}

void sentencePiece(std::string_view bytes)
{
    const auto file = SentencePieceFile::parse(std::string(bytes), "spiece.model");
    if (file)
        static_cast<void>((*file)->encode("Hello w\xc3\xb6rld, \xc2\xbd \xef\xac\x81 \xe2\x96\x81"));
}

void session(std::string_view bytes)
{
    static_cast<void>(SessionTree::parse(bytes, "a.headlight"));
}

void edits(std::string_view bytes)
{
    if (const auto read = interventionsFromJson(bytes, "edits.json"))
        static_cast<void>(interventionsFromJson(toJson(*read), "edits.json").value());
}

/// A chat template and, after a zero byte, the conversation to write.
void chat(std::string_view bytes)
{
    const std::size_t zero = std::min(bytes.find('\0'), bytes.size());
    const std::string_view talk
        = zero < bytes.size() ? bytes.substr(zero + 1) : R"([{"role": "user", "content": "Hello"}])";
    const auto made = ChatTemplate::parse(bytes.substr(0, zero), "chat_template.jinja");
    const auto conversation = readConversation(talk, "talk.json");
    if (!made || !conversation)
        return;
    auto variables = *conversation->variables;
    variables["add_generation_prompt"] = true;
    variables["bos_token"] = "<s>";
    std::tm now{};
    now.tm_year = 100;
    now.tm_mday = 1;
    static_cast<void>(made->render(variables, now));
}

/// A lesson that a user drops on the window. What is read is written and read again.
void lesson(std::string_view bytes)
{
    const auto read = lessonFromText(bytes, "a.json");
    if (read && lessonFromText(toText(*read), "a.json").value() != *read)
        throw std::runtime_error("the lesson changes when it is written");
}

/// What a student hands in.
void answers(std::string_view bytes)
{
    const auto read = resultsFromText(bytes, "a.json");
    if (read && resultsFromText(toText(*read), "a.json").value() != *read)
        throw std::runtime_error("the answers change when they are written");
}

/// A formula in a lesson; the functions of a model's run give a small matrix.
void formula(std::string_view bytes)
{
    const auto source = [](const FormulaCall& call) -> Result<FormulaValue> {
        return FormulaValue(FormulaValue::Constant(2, 3, static_cast<double>(call.arguments.size())));
    };
    static_cast<void>(evaluate(bytes, source));
}

/// A sheet of matrices that a user opens. What is read is written and read again.
void sheet(std::string_view bytes)
{
    static_cast<void>(parsedMatrix(bytes));
    const auto read = MatrixSheet::parse(bytes, "a.txt");
    if (!read)
        return;
    if (MatrixSheet::parse(read->text(), "a.txt").value() != *read)
        throw std::runtime_error("the sheet changes when it is written");
    const auto values = compute(*read);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i].value.size() > 0)
            static_cast<void>(cellAccount(*read, values, i, 0, values[i].value.cols() - 1));
    static_cast<void>(codeOf(*read, SheetCode::kNumPy));
    static_cast<void>(workSheet(*read, values, false));
}

/// The files of older tokenizers: parts separated by zero bytes, each a byte that names the file followed by
/// its content.
void olderTokenizer(std::string_view bytes)
{
    constexpr std::array<const char*, 8> kNames{"vocab.json",
                                                "merges.txt",
                                                "vocab.txt",
                                                "spiece.model",
                                                "tokenizer_config.json",
                                                "special_tokens_map.json",
                                                "added_tokens.json",
                                                "config.json"};
    const std::filesystem::path own = folder() / "older";
    std::error_code none;
    std::filesystem::remove_all(own, none);
    std::filesystem::create_directories(own, none);
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('\0', 1), bytes.size());
        put(std::string("older/") + kNames[static_cast<unsigned char>(bytes[0]) % kNames.size()],
            bytes.substr(1, end - 1));
        bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
    const auto read = loadTokenizers(own);
    if (!read || read->source == nullptr)
        return;
    if (const auto tokens = read->source->encode("Hello w\xc3\xb6rld 12", std::nullopt, {}))
        for (const Token& token : *tokens)
            static_cast<void>(read->source->display(token.id));
}

} // namespace

std::span<const Target> textTargets()
{
    static constexpr std::array<Target, 10> kTargets{{{"tokenizer", tokenizer},
                                                      {"lesson", lesson},
                                                      {"answers", answers},
                                                      {"formula", formula},
                                                      {"sheet", sheet},
                                                      {"sentencepiece", sentencePiece},
                                                      {"session", session},
                                                      {"edits", edits},
                                                      {"chat", chat},
                                                      {"older", olderTokenizer}}};
    return kTargets;
}

} // namespace headlight::fuzz
