#include "ui/run/branch_runner.h"

#include "core/run/references.h"
#include "ui/run/notices.h"
#include "ui/run/run_job.h"
#include "ui/state/branch_board.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <exception>
#include <utility>

namespace headlight {

namespace {

/// What the Compare view always looks at.
const SiteSet kCompared{Site::kWeights, Site::kScores, Site::kMask};

/// The document as it would be with the branch shown.
Document inBranch(const Document& document, const Branch& branch)
{
    Document next = shownPart(document);
    next.forced = branch.forced;
    next.target = branch.target;
    next.decoding = branch.decoding;
    return next;
}

} // namespace

BranchRunner::BranchRunner(Workspace& workspace, std::function<SiteSet()> needs, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_needs(std::move(needs))
    , m_references(std::make_shared<ReferenceCache>())
{
    connect(&workspace.branchRuns(), &BranchBoard::wantedChanged, this, &BranchRunner::check);
    connect(&workspace, &Workspace::documentChanged, this, &BranchRunner::check);
    connect(&workspace, &Workspace::modelChanged, this, &BranchRunner::forget);
}

BranchRunner::~BranchRunner() = default;

void BranchRunner::forget()
{
    m_task.cancel();
    m_running = -1;
    m_known.clear();
    m_workspace.branchRuns().forgetAll();
}

void BranchRunner::check()
{
    const Document& document = m_workspace.document();
    BranchBoard& board = m_workspace.branchRuns();
    if (m_workspace.model() == nullptr)
        return;
    int next = -1;
    for (const int id : board.wanted()) {
        const Branch* const branch = document.branches.find(id);
        if (branch == nullptr || id == document.branches.current)
            continue;
        const auto known = m_known.find(id);
        if (known != m_known.end() && known->second == inBranch(document, *branch))
            continue;
        if (known != m_known.end()) {
            m_known.erase(known);
            board.publish(id, nullptr);
        }
        next = next < 0 ? id : next;
    }
    if (next < 0) {
        m_task.cancel();
        m_running = -1;
        return;
    }
    const Document wanted = inBranch(document, *document.branches.find(next));
    if (m_running != next || !(m_runningDocument == wanted))
        run(next, wanted);
}

void BranchRunner::run(int id, const Document& document)
{
    m_running = id;
    m_runningDocument = document;
    RunInput input;
    input.model = m_workspace.model();
    input.document = document;
    input.sites = m_needs() | kCompared;
    input.unedited = std::make_shared<const Snapshot>(); // not looked at: no run for it
    m_task.start([this, id, input = std::move(input), references = m_references](
                     const std::stop_token& stop, const LatestTask::Deliver& deliver) mutable {
        input.references = references;
        Job job;
        job.stop = stop;
        const auto done = [&](std::shared_ptr<const Snapshot> result, const QString& failure) {
            deliver([this, id, result = std::move(result), failure] {
                m_known[id] = m_runningDocument;
                m_running = -1;
                m_workspace.branchRuns().publish(id, result, failure);
                check();
            });
        };
        try {
            const auto result = runDocument(input, job, {});
            if (result) {
                auto alone = std::make_shared<Snapshot>(**result);
                alone->unedited = nullptr;
                done(std::move(alone), {});
            } else if (result.error().code != ErrorCode::kCancelled)
                done(nullptr, noticeFor(result.error(), Attempt::kRun).text);
        } catch (const std::exception& fault) {
            done(nullptr, internalNotice(fault.what()).text);
        }
    });
}

} // namespace headlight
