// headlight tokenize: the tokens of a text, or the text of tokens, as JSON.

#include "app/commands.h"
#include "app/input_files.h"
#include "app/output.h"
#include "app/run_options.h"

#include "core/base/text_list.h"
#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/model/adapter/adapter.h"
#include "core/text/tokenizer.h"

#include <filesystem>
#include <iostream>

namespace headlight {

namespace {

using nlohmann::json;
struct TokenizeOptions
{
    std::optional<std::string> folder, adapter, tokenizer, text, pair, decode, output;
    InputFiles files;
    std::vector<std::string> texts, idLists; ///< from files
    bool target = false, noSpecial = false, skipSpecial = false, standardInput = false, quiet = false;
};

Result<Json> encoded(const Tokenizer& tokenizer, const std::string& text,
                     const std::optional<std::string>& pair, bool addSpecial)
{
    std::optional<std::string_view> second;
    if (pair)
        second = *pair;
    ASSIGN_OR_RETURN(const auto tokens, tokenizer.encode(text, second, {addSpecial}));
    const auto offsetsOf = [](const Token& token) { return std::array{token.range.begin, token.range.end}; };
    return Json{{"ids", listFrom(tokens, &Token::id)},
                {"tokens", listFrom(tokens, &Token::piece)},
                {"offsets", listFrom(tokens, offsetsOf)},
                {"special", listFrom(tokens, &Token::special)},
                {"type_ids", listFrom(tokens, &Token::typeId)}};
}

/// One line of --stdin: "text", {"text":S,"pair":S} or {"ids":[…],"skip_special":bool}.
Result<Json> answer(const Tokenizer& tokenizer, const std::string& line, const std::string& place,
                    const TokenizeOptions& options)
{
    ASSIGN_OR_RETURN(const auto request, parseJson(line, place, {.uniqueNames = true}));
    if (request.is_string())
        return encoded(tokenizer, request.get<std::string>(), std::nullopt, !options.noSpecial);
    if (!request.is_object())
        return badFile(place, {}, foundExpected(&request, "a string or an object"));
    FaultReport report(place);
    const JsonFields fields(request, {}, report);
    if (fields.has("ids")) {
        std::vector<TokenId> ids;
        for (const json& id : fields.list("ids")) {
            const auto number = wholeNumber(id);
            if (!number || *number < 0 || *number > std::numeric_limits<TokenId>::max())
                return badFile(place, "ids", foundExpected(&id, "token ids"));
            ids.push_back(static_cast<TokenId>(*number));
        }
        const bool skip = fields.flag("skip_special", options.skipSpecial);
        RETURN_IF_ERROR(report.check());
        return Json{{"text", tokenizer.decode(ids, skip)}};
    }
    const std::string text = fields.text("text");
    const auto pair = fields.has("pair") ? std::optional(fields.text("pair")) : std::nullopt;
    RETURN_IF_ERROR(report.check());
    return encoded(tokenizer, text, pair, !options.noSpecial);
}

Result<std::filesystem::path> tokenizerFolder(const TokenizeOptions& options)
{
    if (options.tokenizer)
        return std::filesystem::path(*options.tokenizer);
    ASSIGN_OR_RETURN(const auto paths, modelPaths(options.folder, options.adapter));
    if (isAdapterFolder(paths.model)) // as for --model, the base has the tokenizer
        return adapterBase(paths.model);
    return paths.model;
}

Result<std::shared_ptr<const Tokenizer>> loadTokenizer(const TokenizeOptions& options)
{
    ASSIGN_OR_RETURN(const auto folder, tokenizerFolder(options));
    ASSIGN_OR_RETURN(const auto both, loadTokenizers(folder));
    return options.target ? both.target : both.source;
}

Result<Json> decoded(const Tokenizer& tokenizer, const std::string& option, const std::string& list,
                     const TokenizeOptions& options)
{
    ASSIGN_OR_RETURN(const auto ids, parseIds(option, list));
    return Json{{"text", tokenizer.decode(ids, options.skipSpecial)}};
}

/// Answers the one input that was given: each line of it, where it has several.
Result<void> answerAll(const Tokenizer& tokenizer, const TokenizeOptions& options, Output& output)
{
    const auto print = [&output](const Result<Json>& answer) {
        return answer ? output.line(toText(*answer)) : Result<void>(answer.error());
    };
    std::string line;
    for (int number = 1; options.standardInput && std::getline(std::cin, line); ++number)
        RETURN_IF_ERROR(print(answer(tokenizer, line, concat("standard input, line ", number), options)));
    for (const std::string& text : options.texts)
        RETURN_IF_ERROR(print(encoded(tokenizer, text, std::nullopt, !options.noSpecial)));
    for (const std::string& list : options.idLists)
        RETURN_IF_ERROR(print(decoded(tokenizer, "--ids-file", list, options)));
    if (options.files.conversation) { // its template spells the special tokens, so none are added
        ASSIGN_OR_RETURN(const auto folder, tokenizerFolder(options));
        ASSIGN_OR_RETURN(const auto format, options.files.chatFormat(folder));
        ASSIGN_OR_RETURN(const auto text,
                         format.text(*options.files.conversation, !options.files.noGenerationPrompt));
        RETURN_IF_ERROR(print(encoded(tokenizer, text, std::nullopt, false)));
    }
    if (options.decode)
        RETURN_IF_ERROR(print(decoded(tokenizer, "--decode", *options.decode, options)));
    return options.text ? print(encoded(tokenizer, *options.text, options.pair, !options.noSpecial))
                        : Result<void>();
}

Result<void> tokenize(const TokenizeOptions& options)
{
    const int given = (options.text ? 1 : 0) + (options.decode ? 1 : 0) + (options.standardInput ? 1 : 0)
        + (options.files.texts || options.files.ids ? 1 : 0) + (options.files.conversation ? 1 : 0);
    if (given != 1)
        return usageError(
            {},
            given == 0
                ? "no input. Give one of --text, --text-file, --ids-file, --messages, --decode and --stdin"
                : "--text, --text-file, --ids-file, --messages, --decode and --stdin exclude each other. "
                  "Give one of them");
    if (options.pair && !options.text)
        return usageError("--pair", "needs --text");
    ASSIGN_OR_RETURN(const auto tokenizer, loadTokenizer(options));
    ASSIGN_OR_RETURN(auto output, Output::open(options.output));
    RETURN_IF_ERROR(answerAll(*tokenizer, options, output));
    return output.finish();
}

} // namespace

int runTokenize(int argc, char** argv)
{
    TokenizeOptions options;
    CommandLine line("tokenize",
                     "Prints the tokens of a text as JSON; a folder with tokenizer files is enough.");
    line.text("--text", options.text, "text to split into tokens");
    options.files.keepsBlankLines = true;
    options.files.addTo(line, options.texts, options.idLists);
    line.text("--pair", options.pair, "second segment");
    line.text("--decode", options.decode, "token ids such as 1,2,3: print their text", "LIST");
    line.flag("--stdin", options.standardInput,
              R"(one JSON per line: "text", {"text":S,"pair":S} or {"ids":[...],"skip_special":true})");
    line.flag("--no-special", options.noSpecial, "add no special tokens");
    line.flag("--skip-special", options.skipSpecial, "leave special tokens out of decoded text");
    line.flag("--target", options.target, "use the target side's tokenizer, if the model has two");
    line.text("--model", options.folder, kModelHelp);
    line.text("--adapter", options.adapter, kAdapterHelp, "DIR");
    line.text("--tokenizer", options.tokenizer,
              "tokenizer.json, or folder with tokenizer files, used instead of the model's own", "PATH");
    line.result(options.output, {{jsonFormat("")}});
    line.flag("--quiet,-q", options.quiet, "no warnings");
    return line.run(argc, argv, [&] { return tokenize(options); });
}

} // namespace headlight
