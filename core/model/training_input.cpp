#include "core/model/training_input.h"

#include "core/io/json_fields.h"
#include "core/io/json_file.h"
#include "core/io/mapped_file.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace headlight {

namespace {

constexpr int kBitsOfDigit = 4;

/// The bits of hexadecimal digits, highest bit of each first; empty if there is any other character.
std::optional<std::vector<bool>> bitsOfDigits(const std::string& digits)
{
    std::vector<bool> bits;
    bits.reserve(digits.size() * kBitsOfDigit);
    for (const char digit : digits) {
        const bool number = digit >= '0' && digit <= '9';
        if (!number && (digit < 'a' || digit > 'f'))
            return std::nullopt;
        const int value = number ? digit - '0' : digit - 'a' + 10;
        for (int bit = kBitsOfDigit - 1; bit >= 0; --bit)
            bits.push_back((value >> bit & 1) != 0);
    }
    return bits;
}

} // namespace

Result<std::optional<TrainingInput>> readTrainingInput(const std::filesystem::path& folder)
{
    const std::filesystem::path file = folder / "training_input.json";
    if (!isListed(file))
        return std::optional<TrainingInput>();
    ASSIGN_OR_RETURN(const auto json, readJsonFile(file));
    FaultReport report(file.string());
    const JsonFields fields(json, {}, report);
    const std::string digits = fields.text("read");
    TrainingInput input;
    input.wholeSentences = fields.flag("whole_sentences", false);
    if (fields.has("examples"))
        for (const nlohmann::json& example : fields.list("examples"))
            if (example.is_string())
                input.examples.push_back(example.get<std::string>());
    RETURN_IF_ERROR(report.check());
    auto bits = bitsOfDigits(digits);
    if (!bits)
        return badFile(file.string(), "read",
                       "found another character, expected hexadecimal digits 0-9 and a-f");
    input.read = std::move(*bits);
    return std::optional(std::move(input));
}

} // namespace headlight
