// headlight tokenize: the tokens of a text, or the text of tokens, as JSON.

#include "app/commands.h"
#include "app/input_files.h"
#include "app/output.h"
#include "app/run_options.h"

#include "core/base/text_list.h"
#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/model/adapter/adapter.h"
#include "core/model/families/family.h"
#include "core/model/model_files.h"
#include "core/text/text_file.h"
#include "core/text/tokenizer.h"

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace headlight {

namespace {

using nlohmann::json;
struct TokenizeOptions
{
    ModelOptions model; ///< without --precision
    std::optional<std::string> text, pair, decode, output;
    InputFiles files;
    std::vector<std::string> texts, idLists; ///< from files
    bool target = false, noSpecial = false, skipSpecial = false, standardInput = false;

    bool decodes() const { return decode || files.ids || standardInput; }
    bool encodes() const { return text || files.texts || standardInput; }
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

/// place: the option, or the line and its field, in warnings.
Json decoded(const Tokenizer& tokenizer, const std::string& place, const std::vector<TokenId>& ids, bool skip,
             const Job& job)
{
    constexpr std::size_t kNamed = 8;
    std::vector<TokenId> unknown;
    std::ranges::copy_if(ids, std::back_inserter(unknown),
                         [&](TokenId id) { return tokenizer.piece(id).empty(); });
    if (!unknown.empty()) {
        const std::size_t more = unknown.size() - std::min(unknown.size(), kNamed);
        unknown.resize(unknown.size() - more);
        job.warning(concat(place, ": found ", joined(unknown, ", "),
                           more > 0 ? concat(" and ", more, " more") : std::string(),
                           ", which the vocabulary does not have: left out. Expected ids from 0 to ",
                           tokenizer.vocabularySize() - 1));
    }
    return Json{{"text", tokenizer.decode(ids, skip)}};
}

/// One line of --stdin: "text", {"text":S,"pair":S} or {"ids":[…],"skip_special":bool}.
Result<Json> answer(const Tokenizer& tokenizer, const std::string& line, const std::string& place,
                    const TokenizeOptions& options, const Job& job)
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
        return decoded(tokenizer, place + ": ids", ids, skip, job);
    }
    const std::string text = fields.text("text");
    const auto pair = fields.has("pair") ? std::optional(fields.text("pair")) : std::nullopt;
    RETURN_IF_ERROR(report.check());
    return encoded(tokenizer, text, pair, !options.noSpecial);
}

Result<std::filesystem::path> tokenizerFolder(const TokenizeOptions& options)
{
    if (options.model.tokenizer)
        return std::filesystem::path(*options.model.tokenizer);
    ASSIGN_OR_RETURN(const auto paths, options.model.paths());
    if (isAdapterFolder(paths.model)) // as for --model, the base has the tokenizer
        return adapterBase(paths.model);
    return paths.model;
}

/// Whether the folder is that of a model that has no target side; false if there are only tokenizer files.
bool hasOneSide(const std::filesystem::path& folder)
{
    const auto files = openModelFiles(folder);
    const auto type = files ? modelTypeOf(files->config) : std::nullopt;
    return type && std::ranges::any_of(familyFacts(), [&](const FamilyFacts& each) {
               return each.modelType == *type && each.stacks != "encoder-decoder";
           });
}

Result<std::shared_ptr<const Tokenizer>> loadTokenizer(const TokenizeOptions& options)
{
    ASSIGN_OR_RETURN(const auto folder, tokenizerFolder(options));
    ASSIGN_OR_RETURN(const auto both, loadTokenizers(folder));
    if (options.target && hasOneSide(folder))
        options.model.job().warning(
            concat("--target has no effect: ", folder.string(),
                   " is a model with a single stack, expected one with an encoder and a decoder"));
    return options.target ? both.target : both.source;
}

/// Answers the one input that was given: each line of it, where it has several.
Result<void> answerAll(const Tokenizer& tokenizer, const TokenizeOptions& options, Output& output)
{
    const auto print = [&output](const Result<Json>& answer) {
        return answer ? output.line(toText(*answer)) : Result<void>(answer.error());
    };
    const Job job = options.model.job();
    const auto printIds
        = [&](const std::string& option, const std::string& place, const std::string& list) -> Result<void> {
        ASSIGN_OR_RETURN(const auto ids, parseIds(option, list));
        return print(decoded(tokenizer, place, ids, options.skipSpecial, job));
    };
    std::string line;
    for (int number = 1; options.standardInput && std::getline(std::cin, line); ++number)
        RETURN_IF_ERROR(
            print(answer(tokenizer, line, concat("standard input, line ", number), options, job)));
    for (const std::string& text : options.texts)
        RETURN_IF_ERROR(print(encoded(tokenizer, text, std::nullopt, !options.noSpecial)));
    for (std::size_t i = 0; i < options.idLists.size(); ++i)
        RETURN_IF_ERROR(printIds(
            "--ids-file",
            concat(textFileName(*options.files.ids), options.files.whole ? "" : concat(": line ", i + 1)),
            options.idLists[i]));
    if (options.files.conversation) { // its template spells the special tokens, so none are added
        ASSIGN_OR_RETURN(const auto folder, tokenizerFolder(options));
        ASSIGN_OR_RETURN(const auto format, options.files.chatFormat(folder));
        ASSIGN_OR_RETURN(const auto text,
                         format.text(*options.files.conversation, !options.files.noGenerationPrompt));
        RETURN_IF_ERROR(print(encoded(tokenizer, text, std::nullopt, false)));
    }
    if (options.decode)
        RETURN_IF_ERROR(printIds("--decode", "--decode", *options.decode));
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
    const Job job = options.model.job();
    warnOfIdle(job, {{options.skipSpecial && !options.decodes(), "--skip-special"}},
               "without --decode, --ids-file or --stdin");
    warnOfIdle(job, {{options.noSpecial && !options.encodes(), "--no-special"}},
               "without --text, --text-file or --stdin");
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
    line.text("--model", options.model.folder, kModelHelp);
    line.text("--adapter", options.model.adapter, kAdapterHelp, "DIR");
    line.text("--tokenizer", options.model.tokenizer,
              "tokenizer.json, or folder with tokenizer files, used instead of the model's own", "PATH");
    line.result(options.output, {{jsonFormat("")}});
    line.flag("--quiet,-q", options.model.quiet, "no warnings");
    return line.run(argc, argv, [&] { return tokenize(options); });
}

} // namespace headlight
