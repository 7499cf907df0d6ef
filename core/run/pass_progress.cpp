#include "core/run/pass_progress.h"

#include "core/base/concat.h"

#include <cmath>
#include <numeric>
#include <utility>

namespace headlight {

PassProgress::PassProgress(const Job& job, std::vector<double> work, std::string part)
    : m_job(job)
    , m_work(std::move(work))
    , m_all(std::accumulate(m_work.begin(), m_work.end(), 0.0))
    , m_part(std::move(part))
    , m_start(std::chrono::steady_clock::now())
{ }

void PassProgress::partDone()
{
    constexpr double kWorthTelling = 1.0; // seconds
    constexpr double kParts = 1000; // of the whole work, in Progress::total
    if (m_done == m_work.size() || !(m_all > 0))
        return;
    m_gone += m_work[m_done++];
    const double share = m_done == m_work.size() ? 1.0 : m_gone / m_all;
    const double taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count();
    const double left = share > 0 ? taken / share * (1 - share) : 0.0;
    std::string what = concat(m_part, " ", m_done, " of ", m_work.size());
    if (left >= kWorthTelling)
        what += concat(", about ", std::lround(left), " s left");
    m_job.report({what, std::lround(kParts * share), std::lround(kParts)});
}

} // namespace headlight
