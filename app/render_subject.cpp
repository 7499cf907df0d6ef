#include "app/render_subject.h"

#include "app/command_line.h"
#include "core/analysis/position_tables.h"
#include "core/base/text_list.h"

#include <algorithm>
#include <utility>

namespace headlight {

namespace {

constexpr int kDefaultPositions = 64;

Result<StackKind> parseStack(const std::string& option, const std::string& name)
{
    if (name == "encoder" || name == "decoder")
        return name == "encoder" ? StackKind::kEncoder : StackKind::kDecoder;
    return usageError(option, "found \"" + name + "\", expected encoder or decoder");
}

/// A pattern that names exactly one thing: no ranges, no "*".
Result<HeadRef> parseOne(const std::string& option, const std::string& address, const std::string& given)
{
    const auto pattern = parseHeadPattern(address);
    if (!pattern)
        return usageError(option, "found \"" + given + "\"; " + pattern.error().message);
    const bool single = !pattern->anyStack && !pattern->anyKind
        && pattern->layers.first == pattern->layers.last && pattern->heads.first == pattern->heads.last;
    if (!single)
        return usageError(option, "found \"" + given + "\", expected a single one, without ranges and *");
    return HeadRef{pattern->stack, pattern->layers.first, pattern->kind, pattern->heads.first};
}

using Subject = decltype(FigureRequest::subject);

/// Runs as many tokens as positions are requested, so that the result is what the engine really adds.
Result<Matrix> positionsOfModel(const RenderOptions& options, StackKind stack)
{
    ASSIGN_OR_RETURN(const auto model, options.input.pass.model.load());
    if (model->traceInfo().stack(stack) == nullptr)
        return usageError("--positions", "the model has no " + std::string(stackName(stack)));
    const std::vector<TokenId> tokens(static_cast<std::size_t>(options.length.value_or(kDefaultPositions)),
                                      0);
    auto lane = prepareIds(*model, stack == StackKind::kEncoder ? tokens : std::vector<TokenId>{0}, tokens);
    if (model->isDecoderOnly())
        lane = prepareIds(*model, tokens, {});
    RETURN_IF_ERROR(lane);
    if (stack == StackKind::kEncoder && model->isEncoderDecoder())
        lane->target.resize(1);
    RunRequest request;
    request.model = model;
    request.lanes = {std::move(*lane)};
    request.plan.sites = {Site::kPositions};
    ASSIGN_OR_RETURN(auto result, execute(request, options.input.pass.model.job()));
    return result.traces.front().stackMatrix(Site::kPositions, stack);
}

Result<Matrix> positionsOfTrace(const RenderOptions& options, const Trace& trace, StackKind stack)
{
    const Matrix recorded = trace.stackMatrix(Site::kPositions, stack);
    const Index wanted = options.length.value_or(static_cast<int>(recorded.rows()));
    if (wanted <= recorded.rows())
        return Matrix(recorded.topRows(wanted));
    const StackPositions formula = recognisePositions(recorded); // a sinusoid continues beyond the recording
    if (formula.available(wanted) < wanted)
        return usageError("--length",
                          "found " + std::to_string(wanted) + ", expected at most "
                              + std::to_string(recorded.rows()) + ", the positions in the trace");
    return formula.rows(wanted);
}

} // namespace

Result<Subject> parseSubject(const RenderOptions& options)
{
    if (!options.heads.empty()) {
        std::vector<HeadRef> heads;
        for (const std::string& address : options.heads) {
            ASSIGN_OR_RETURN(const auto head, parseOne("--head", address, address));
            heads.push_back(head);
        }
        return heads.size() == 1 ? Subject(heads.front()) : Subject(std::move(heads));
    }
    if (options.layer) {
        ASSIGN_OR_RETURN(const auto head, parseOne("--layer", *options.layer + ".0", *options.layer));
        return Subject(head.layerRef());
    }
    if (options.positions)
        return Subject(PositionPicture{});
    const auto parts = split(*options.grid, '.');
    ASSIGN_OR_RETURN(const auto stack, parseStack("--grid", std::string(parts.front())));
    if (parts.size() != 2 || (parts[1] != "self" && parts[1] != "cross"))
        return usageError("--grid",
                          "found \"" + *options.grid + "\", expected STACK.KIND such as decoder.cross");
    return Subject(HeadGridRef{stack, parts[1] == "self" ? AttentionKind::kSelf : AttentionKind::kCross});
}

Result<void> takePositions(const RenderOptions& options, FigureRequest& request)
{
    ASSIGN_OR_RETURN(const auto stack, parseStack("--positions", *options.positions));
    const bool own = !options.input.file && options.input.pass.input.empty();
    ASSIGN_OR_RETURN(
        auto rows, own ? positionsOfModel(options, stack) : positionsOfTrace(options, request.trace, stack));
    if (rows.rows() == 0)
        return Error{ErrorCode::kBadArgument,
                     "found no positional encoding in the " + std::string(stackName(stack))
                         + ": none was added, or it was not recorded",
                     options.input.file.value_or(""),
                     {},
                     {}};
    request.subject = PositionPicture{std::move(rows)};
    return {};
}

} // namespace headlight
