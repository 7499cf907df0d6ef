#include "app/run_options.h"

#include "app/command_line.h"

#include "core/analysis/effect.h"
#include "core/base/text_list.h"
#include "core/edit/edit_places.h"
#include "core/io/mapped_file.h"
#include "core/model/model.h"
#include "core/run/lanes.h"
#include "core/run/references.h"

namespace headlight {

namespace {

// Edit files are written by hand or by the window; the limit rejects a weights file given by mistake.
constexpr std::size_t kMaxEditFile = std::size_t{16} << 20U;

Result<void> checkReach(const std::string& option, const HeadPattern& where, const Model& model)
{
    const auto checked = model.traceInfo().checkHeads(where);
    return checked ? checked : Result<void>(usageError(option, checked.error().message));
}

/// "auto", "on" or "off", optionally preceded by the stack: "encoder=on".
Result<void> applyCausal(const std::string& given, const Model& model, MaskSettings& masks)
{
    const std::size_t equals = given.find('=');
    const std::string stack = equals == std::string::npos ? "" : given.substr(0, equals);
    const auto toggle = fromWord<Toggle>(equals == std::string::npos ? given : given.substr(equals + 1));
    if (!toggle || (equals != std::string::npos && stack != "encoder" && stack != "decoder"))
        return usageError("--causal", "found \"", given, "\", expected [encoder=|decoder=]auto|on|off");
    const bool encoder = stack == "encoder" || (stack.empty() && model.isEncoderOnly());
    if (encoder ? model.isDecoderOnly() : model.isEncoderOnly())
        return usageError("--causal", "found \"", given, "\", but the model has no ", stack);
    (encoder ? masks.encoderCausal : masks.decoderCausal) = *toggle;
    return {};
}

Result<Interventions> readEditFile(const std::string& path, const TokenFinder& find)
{
    ASSIGN_OR_RETURN(const auto file, MappedFile::open(path));
    if (file.size() > kMaxEditFile)
        return badFile(path, {}, "found ", file.size(), " bytes, expected a list of edits");
    return interventionsFromJson({reinterpret_cast<const char*>(file.bytes().data()), file.size()}, path,
                                 find);
}

/// Finds a token by its text or id in all of these inputs, at the same position.
Result<Index> positionOf(const Model& model, const std::vector<LaneInput>& lanes, StackKind stack,
                         const std::string& given)
{
    std::optional<Index> found;
    for (const LaneInput& lane : lanes) {
        const bool target = model.isEncoderDecoder() && stack == StackKind::kDecoder;
        const std::vector<TokenLabel>& tokens = tokensOf(model, lane, stack);
        if (target && tokens.empty())
            return badArgument("token", "found \"", given,
                               "\", a token of a target that is not written yet. Give the target, or "
                               "--freeze-target");
        std::vector<Index> places;
        const auto search = [&](const auto& fits) {
            for (std::size_t i = 0; i < tokens.size(); ++i)
                if (fits(tokens[i]))
                    places.push_back(static_cast<Index>(i));
        };
        search([&](const TokenLabel& token) { return token.text == given; });
        if (places.empty()) {
            ASSIGN_OR_RETURN(const auto meant, tokenMeant(model, stack, given));
            search([&](const TokenLabel& token) { return token.id == meant.id; });
        }
        if (places.size() != 1)
            return badArgument("token", "found \"", given, "\", which occurs ",
                               places.empty() ? std::string("nowhere in the input")
                                              : "at " + joined(places) + ". Give one of these positions");
        if (found && *found != places.front())
            return badArgument("token", "found \"", given,
                               "\", which the inputs have at different positions. Give one input");
        found = places.front();
    }
    return found ? Result<Index>(*found)
                 : badArgument("token", "found \"", given, "\", expected a position: there is no input yet");
}

} // namespace

void EditOptions::addTo(CommandLine& line)
{
    line.list("--ablate", ablations,
              "switch off these heads: zero their output (encoder.0.self.3, decoder.*.cross.0-2)", "SITE");
    line.list("--mask", masks, "'SITE: QUERY->KEY': this query cannot attend to this key", "RULE");
    line.text("--edit", file,
              "FILE.json with a list of edits, or the list itself (see headlight --help edit)", "EDITS");
    line.list("--causal", causal, "causal mask: [encoder=|decoder=]auto|on|off", "SWITCH");
    line.choice("--padding-mask", padding, {"on", "off"}, "padding mask of a batch (default on)");
}

Result<Interventions> EditOptions::interventions(const std::shared_ptr<const Model>& loaded,
                                                 const Lanes& lanes) const
{
    const Model& model = *loaded;
    Interventions all;
    if (file) {
        const auto find
            = [&](const ReferenceInput& in, StackKind stack, const std::string& token) -> Result<Index> {
            ASSIGN_OR_RETURN(const auto inputs, in.own() ? lanes() : referenceLanes(loaded, in, {}));
            return positionOf(model, inputs, stack, token);
        };
        // A list in place of a file's name, as used in recipes of figures.
        ASSIGN_OR_RETURN(all,
                         file->starts_with('[') ? interventionsFromJson(*file, "--edit", find)
                                                : readEditFile(*file, find));
    }
    for (const std::string& given : causal)
        RETURN_IF_ERROR(applyCausal(given, model, all.masks));
    if (padding == "off")
        all.masks.padding = false;
    for (const std::string& given : ablations) {
        if (namesExperts(given)) { // compiling the edits checks whether such experts exist
            const auto experts = parseExpertPattern(given);
            if (!experts)
                return usageError("--ablate", experts.error().describe());
            all.list.emplace_back(ExpertOff{*experts});
            continue;
        }
        const auto where = parseHeadPattern(given);
        if (!where)
            return usageError("--ablate", where.error().describe());
        RETURN_IF_ERROR(checkReach("--ablate", *where, model));
        all.list.emplace_back(HeadOff{*where});
    }
    for (const std::string& given : masks) {
        const auto edit = parseMaskEdit(given);
        if (!edit)
            return usageError("--mask", edit.error().describe());
        RETURN_IF_ERROR(checkReach("--mask", edit->where, model));
        all.list.emplace_back(*edit);
    }
    return all;
}

} // namespace headlight
