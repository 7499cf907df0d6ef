#pragma once
// Gradients against central differences of the pass itself.

#include "core/edit/edit_plan.h"
#include "core/model/forward.h"
#include "core/model/read_out.h"
#include "core/run/gradient.h"
#include "core/run/lanes.h"
#include "core/run/references.h"

#include <cmath>
#include <memory>
#include <random>
#include <utility>

namespace headlight::test {

/// Two derivatives along the same direction, and the size that such a derivative has on average.
struct Slopes
{
    double exact = 0.0, measured = 0.0, size = 0.0;

    /// The difference as a share of the size.
    double apart() const { return std::abs(exact - measured) / (size + std::abs(exact) + 1e-12); }
};

/// A gradient of one sentence, and the pass from any layer on, to compare it with.
class GradientBench
{
public:
    GradientBench(std::shared_ptr<const Model> model, LaneInput lane, Measure measure,
                  Interventions edits = {})
        : m_model(std::move(model))
        , m_lanes(padLanes(*m_model, {lane}, {}).value())
    {
        GradientRequest request{m_model, std::move(lane), std::move(edits), std::move(measure), {}, nullptr};
        request.plan.sites = {Site::kWeights,
                              Site::kScores,
                              Site::kQuery,
                              Site::kKey,
                              Site::kValue,
                              Site::kOutput,
                              Site::kHeadOutput,
                              Site::kResidual,
                              Site::kEmbeddings,
                              Site::kPositions,
                              Site::kSegments,
                              Site::kFinal,
                              Site::kFeedForwardOutput};
        const auto references
            = runReferences(m_model, request.interventions.list, {request.lane}, nullptr, {});
        m_edits = EditPlan::compile(
                      request.interventions, m_model->traceInfo(),
                      {m_lanes.source.length(),
                       m_model->isEncoderDecoder() ? m_lanes.target.length() : m_lanes.source.length()},
                      references.value())
                      .value();
        m_result = gradient(request, {}).value();
    }

    const GradientResult& result() const { return m_result; }

    /// m if the stream before a layer is this one.
    double valueFrom(StackKind kind, int layer, Matrix stream) const
    {
        const PassSettings settings{m_edits, nullptr, nullptr, 0, nullptr, {}, nullptr};
        const Matrix given = m_model->isEncoderDecoder()
            ? m_result.pass.stackMatrix(Site::kFinal, StackKind::kEncoder)
            : Matrix();
        const bool cross = kind == StackKind::kDecoder && m_model->isEncoderDecoder();
        Matrix output = *runFrom(*m_model, kind, {layer, std::move(stream)}, m_lanes.lengths,
                                 cross ? &given : nullptr, settings);
        if (kind == StackKind::kEncoder && m_model->isEncoderDecoder())
            output = decodeRows(*m_model, m_lanes.target, m_lanes.lengths, &output, settings)->output;
        const Measure& measure = m_result.measure;
        Matrix rows(std::ssize(measure.rows), output.cols());
        for (std::size_t i = 0; i < measure.rows.size(); ++i)
            rows.row(static_cast<Index>(i)) = output.row(measure.rows[i].row);
        return measured(measure, headlight::logitsOf(*m_model, rows, nullptr));
    }

    /// Along a random direction of the stream before a layer.
    Slopes slopesAt(StackKind kind, int layer, double step) const
    {
        const Matrix stream = m_result.pass.residual(kind, layer);
        const Matrix back = m_result.gradient.residual(kind, layer);
        std::mt19937 random(static_cast<unsigned>(layer) + 7U);
        std::normal_distribution<float> normal(0.0F,
                                               stream.norm() / std::sqrt(static_cast<float>(stream.size())));
        const Matrix direction = stream.unaryExpr([&](float) { return normal(random); });
        const auto at
            = [&](double by) { return valueFrom(kind, layer, stream + direction * static_cast<float>(by)); };
        Slopes slopes;
        slopes.exact = back.cast<double>().cwiseProduct(direction.cast<double>()).sum();
        slopes.measured = (8.0 * (at(step) - at(-step)) - (at(2.0 * step) - at(-2.0 * step))) / (12.0 * step);
        slopes.size = static_cast<double>(back.norm() * direction.norm())
            / std::sqrt(static_cast<double>(stream.size()));
        return slopes;
    }

private:
    std::shared_ptr<const Model> m_model;
    PaddedLanes m_lanes;
    EditPlan m_edits;
    GradientResult m_result;
};

} // namespace headlight::test
