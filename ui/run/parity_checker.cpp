#include "ui/run/parity_checker.h"

#include "core/model/model.h"
#include "core/parity/probe.h"
#include "ui/background/latest_task.h"
#include "ui/background/once_after.h"
#include "ui/state/workspace.h"

#include <filesystem>
#include <memory>
#include <new>
#include <stop_token>
#include <utility>

namespace headlight {

namespace {

constexpr int kAfterOpening = 400; ///< milliseconds: let the first picture appear before

ParityChecker::Outcome parityOutcome(const std::shared_ptr<const Model>& model, bool asked,
                                     const std::stop_token& stop)
try {
    using State = ParityChecker::State;
    const std::filesystem::path file = probeOf(*model);
    if (file.empty())
        return {State::kNoReference};
    if (!asked && model->parameters() > kParityOnRequest)
        return {State::kOnRequest};
    const auto probe = readProbe(file);
    auto report = probe ? checkParity(model, *probe, {stop, {}, {}}) : Result<ParityReport>(probe.error());
    if (!report)
        return {State::kFailed, {}, QString::fromStdString(report.error().describe())};
    return {State::kChecked, std::move(*report), {}};
} catch (const std::bad_alloc&) {
    return {
        ParityChecker::State::kFailed, {}, ParityChecker::tr("There is too little memory for the check.")};
}

} // namespace

ParityChecker::ParityChecker(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_task(new LatestTask(this))
{
    onceAfter(m_soon, kAfterOpening, this, [this] {
        if (m_workspace.isRunning())
            m_soon.start();
        else
            start(false);
    });
    connect(&workspace, &Workspace::modelChanged, this, &ParityChecker::begin);
    begin();
}

void ParityChecker::begin()
{
    m_soon.stop();
    m_task->cancel();
    set(State::kNothing);
    if (m_workspace.model() != nullptr)
        m_soon.start();
}

void ParityChecker::checkNow()
{
    m_soon.stop();
    if (m_workspace.model() != nullptr)
        start(true);
}

void ParityChecker::cancel()
{
    m_task->cancel();
    if (m_outcome.state == State::kChecking)
        set(State::kOnRequest);
}

void ParityChecker::start(bool asked)
{
    set(State::kChecking);
    m_task->start([this, asked, model = m_workspace.model()](const std::stop_token& stop,
                                                             const LatestTask::Deliver& deliver) {
        auto outcome = std::make_shared<Outcome>(parityOutcome(model, asked, stop));
        deliver([this, outcome] {
            m_outcome = std::move(*outcome);
            emit changed();
        });
    });
}

void ParityChecker::set(State state)
{
    m_outcome.state = state;
    emit changed();
}

} // namespace headlight
