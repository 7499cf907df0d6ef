#include "core/run/pass_progress.h"

#include <cmath>
#include <string>

namespace headlight {

PassProgress::PassProgress(const Job& job, const TraceInfo& model)
    : m_job(job)
    , m_start(std::chrono::steady_clock::now())
{
    for (const auto& stack : {model.encoder, model.decoder})
        m_layers += stack ? stack->layers : 0;
}

void PassProgress::layerDone()
{
    constexpr double kWorthTelling = 1.0; // seconds
    ++m_done;
    const double gone = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    const double left = gone / m_done * (m_layers - m_done);
    std::string what = "layer " + std::to_string(m_done) + " of " + std::to_string(m_layers);
    if (left >= kWorthTelling)
        what += ", about " + std::to_string(std::lround(left)) + " s left";
    m_job.report({what, m_done, m_layers});
}

} // namespace headlight
