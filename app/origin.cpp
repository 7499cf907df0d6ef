#include "app/origin.h"

#include "core/analysis/effect.h"
#include "core/edit/interventions.h"
#include "core/io/folder_digest.h"

namespace headlight {

Result<nlohmann::ordered_json> originOf(const PassOptions& pass, const Model& model,
                                        const Interventions& interventions)
{
    ASSIGN_OR_RETURN(const auto paths, pass.model.paths());
    nlohmann::ordered_json origin;
    ASSIGN_OR_RETURN(const auto digest, folderDigest(paths.model));
    origin["model"] = {{"name", model.name()}, {"digest", digest}};
    if (!paths.adapter.empty()) {
        ASSIGN_OR_RETURN(const auto adapter, folderDigest(paths.adapter));
        origin["adapter"] = {{"digest", adapter}};
    }
    origin["edits"] = nlohmann::ordered_json::parse(toJson(interventions));
    if (pass.repeats > 1)
        origin.update({{"runs", pass.repeats}, {"measure", pass.spread ? "deviation" : "mean"}});
    return origin;
}

Result<TokenId> tokenNamed(const Model& model, StackKind stack, const std::string& option,
                           const std::string& text)
{
    const auto token = tokenMeant(model, stack, text);
    return token ? Result<TokenId>(static_cast<TokenId>(token->id))
                 : usageError(option, token.error().message);
}

} // namespace headlight
