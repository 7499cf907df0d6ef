#include "core/text/older/built_in_step.h"

#include "core/io/json_fields.h"
#include "core/io/json_file.h"

#include <nlohmann/json.hpp>

namespace headlight {

void readBuiltIn(std::string_view json, const std::function<void(const JsonFields&)>& read)
{
    FaultReport report("built-in description");
    const nlohmann::json tree = parseJson(json, report.file()).value();
    read(JsonFields(tree, {}, report));
}

} // namespace headlight
