#include "app/origin.h"

#include "core/analysis/effect.h"
#include "core/edit/interventions.h"
#include "core/run/run_experiment.h"

namespace headlight {

Result<nlohmann::ordered_json> originOf(const PassOptions& pass, const Model& model,
                                        const Interventions& interventions)
{
    ASSIGN_OR_RETURN(const auto paths, pass.model.paths());
    ASSIGN_OR_RETURN(auto origin, originOf(model, paths.model, paths.adapter, interventions));
    if (pass.repeats > 1)
        origin.update({{"runs", pass.repeats}, {"measure", pass.spread ? "deviation" : "mean"}});
    if (pass.freezeTarget)
        origin["target"] = "written without the edits";
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
