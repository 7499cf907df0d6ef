#include "core/model/generation_settings.h"

#include "core/base/text_list.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"
#include "core/model/config_reader.h"
#include "core/nn/arch_spec.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>

namespace headlight {

namespace {

using Json = nlohmann::json;

/// Reads the fields of one settings file, with those of config.json as fallback; keeps the first fault.
class SettingsReader
{
public:
    SettingsReader(const Json& settings, const ConfigReader& config, std::string file)
        : m_settings(settings)
        , m_config(config)
        , m_file(std::move(file))
    { }

    const Json* find(std::string_view field) const
    {
        const Json* const other = m_config.find({field}); // looked up in any case, so that it counts as known
        const Json* const own = findField(m_settings, field);
        return own ? own : other;
    }

    TokenId id(std::string_view field, TokenId fallback)
    {
        const Json* value = find(field);
        return value ? tokenId(*value, field, fallback) : fallback;
    }

    /// The same for fields where absence, but not null, means the default of the family's class. Some old
    /// files use -1 for none.
    TokenId idOr(std::string_view field, TokenId classDefault)
    {
        const Json* value = find(field);
        if (!value)
            return saysNone(field) ? -1 : classDefault;
        return value->is_number_integer() && *value == -1 ? -1 : tokenId(*value, field, -1);
    }

    /// Whether config.json has the field with the value null.
    bool saysNone(std::string_view field) const { return m_config.isNull(field); }

    std::vector<TokenId> ids(std::string_view field, TokenId classDefault = -1)
    {
        const Json* value = find(field);
        if (!value)
            return classDefault >= 0 && !saysNone(field) ? std::vector{classDefault} : std::vector<TokenId>();
        if (!value->is_array())
            return {tokenId(*value, field, -1)};
        return listFrom(*value, [&](const Json& one) { return tokenId(one, field, -1); });
    }

    std::vector<std::vector<TokenId>> sequences(std::string_view field)
    {
        std::vector<std::vector<TokenId>> all;
        const Json* value = find(field);
        if (!value)
            return all;
        if (!value->is_array()) {
            fail(field, *value, "a list of lists of ids");
            return all;
        }
        for (const Json& sequence : *value) {
            if (!sequence.is_array() || sequence.empty()) {
                fail(field, sequence, "a list of ids");
                return all;
            }
            all.push_back(listFrom(sequence, [&](const Json& one) { return tokenId(one, field, -1); }));
        }
        return all;
    }

    const std::optional<Error>& fault() const { return m_fault; }

private:
    TokenId tokenId(const Json& value, std::string_view field, TokenId fallback)
    {
        if (value.is_number_integer()) {
            const auto number = value.get<std::int64_t>();
            if (number >= 0 && number <= std::numeric_limits<TokenId>::max())
                return static_cast<TokenId>(number);
        }
        fail(field, value, "a token id");
        return fallback;
    }

    void fail(std::string_view field, const Json& found, const char* expected)
    {
        if (!m_fault)
            m_fault
                = badFile(m_file, std::string(field), "found ", describeJson(found), ", expected ", expected);
    }

    const Json& m_settings;
    const ConfigReader& m_config;
    std::string m_file;
    std::optional<Error> m_fault;
};

/// Fields that affect generation but are not supported.
constexpr std::array<std::string_view, 12> kUnsupported
    = {"force_words_ids",    "constraints",         "sequence_bias",
       "guidance_scale",     "forced_decoder_ids",  "exponential_decay_length_penalty",
       "min_length",         "min_new_tokens",      "stop_strings",
       "repetition_penalty", "watermarking_config", "encoder_repetition_penalty"};

/// Whether the value of such a field leaves generation as it is.
bool isOff(std::string_view field, const Json& value)
{
    const bool factor = field == "guidance_scale" || field.ends_with("repetition_penalty");
    return value == 0 || (factor && value == 1) || (value.is_structured() && value.empty());
}

} // namespace

Result<GenerationSettings> readGenerationSettings(const std::filesystem::path& folder,
                                                  const ConfigReader& config, const ArchSpec& arch,
                                                  const TokenDefaults& defaults, const Job& job)
{
    const std::filesystem::path path = folder / "generation_config.json";
    Json settings = Json::object();
    std::string file = config.file();
    const bool own = isListed(path);
    if (own) {
        ASSIGN_OR_RETURN(settings, readJsonFile(path));
        file = path.string();
    }

    SettingsReader reader(settings, config, file);
    GenerationSettings result;
    result.endIds = reader.ids("eos_token_id", defaults.end);
    result.padId = reader.idOr("pad_token_id", defaults.pad);
    const TokenId begin = reader.idOr("bos_token_id", defaults.begin);
    const TokenId start = defaults.start >= 0 ? defaults.start : begin;
    result.startId = arch.encoder && arch.decoder ? reader.id("decoder_start_token_id", start) : begin;
    result.forcedStart = reader.id("forced_bos_token_id", -1);
    // If there is a settings file, fields missing in it are off.
    const std::vector<TokenId> forcedEnd
        = reader.ids("forced_eos_token_id", own ? TokenId{-1} : defaults.forcedEnd);
    result.forcedEnd = forcedEnd.empty() ? -1 : forcedEnd.front();
    result.noRepeatNgram = reader.id("no_repeat_ngram_size", 0);
    result.encoderNgram
        = std::max(0, reader.idOr("encoder_no_repeat_ngram_size", own ? TokenId{0} : defaults.encoderNgram));
    result.badWords = reader.sequences("bad_words_ids");
    result.suppressed = reader.ids("suppress_tokens");
    result.suppressedAtBegin = reader.ids("begin_suppress_tokens");
    if (reader.fault())
        return *reader.fault();
    for (const std::string_view field : kUnsupported) {
        const Json* const asked = reader.find(field);
        if (asked != nullptr && !isOff(field, *asked))
            job.warning(concat(file, ": ", field, " is not followed"));
    }
    return result;
}

} // namespace headlight
