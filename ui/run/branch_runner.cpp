#include "ui/run/branch_runner.h"

#include "core/model/builtin_model.h"
#include "ui/run/notices.h"
#include "ui/run/opener.h"
#include "ui/run/run_job.h"
#include "ui/state/branch_board.h"
#include "ui/state/session.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"

#include <QFileInfo>
#include <QUndoStack>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iterator>
#include <utility>

namespace headlight {

namespace {

/// What the Compare view always needs.
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

BranchScore scoreOf(const Snapshot& snapshot)
{
    BranchScore score;
    score.text = snapshot.output;
    for (const DecodeStep& step : snapshot.steps)
        score.tokens.push_back({step.id(), step.logProbability});
    return score;
}

using Finish = std::function<void(const std::shared_ptr<const Snapshot>& result, const QString& failure)>;

/// Opens the model of the input first, unless it is open already.
SnapshotResult openAndRun(RunInput input, const std::filesystem::path& folder, const Job& job)
{
    if (input.model == nullptr) {
        if (findLarge(folder, {}, 0, job))
            return Error{ErrorCode::kOutOfMemory, "the model does not fit into memory beside this one",
                         folder.string()};
        ASSIGN_OR_RETURN(input.model, openAsAsked(folder, {}, job));
    }
    return runDocument(input, job, {});
}

/// Without its unedited run. `finish` is called on the UI thread.
void runAside(LatestTask& task, RunInput input, const Finish& finish,
              const std::filesystem::path& folder = {})
{
    input.unedited = std::make_shared<const Snapshot>(); // not needed: avoids a second run
    task.start([input = std::move(input), finish, folder](const std::stop_token& stop,
                                                          const LatestTask::Deliver& deliver) {
        const auto done = [&](std::shared_ptr<const Snapshot> result, const QString& failure) {
            deliver([finish, result = std::move(result), failure] { finish(result, failure); });
        };
        try {
            const auto result = openAndRun(input, folder, {stop, {}, {}});
            if (result) {
                auto alone = std::make_shared<Snapshot>(**result);
                alone->unedited = nullptr;
                done(std::move(alone), {});
            } else if (result.error().code != ErrorCode::kCancelled)
                done(nullptr,
                     noticeFor(result.error(), folder.empty() ? Attempt::kRun : Attempt::kOpenModel).text);
        } catch (const std::exception& fault) {
            done(nullptr, internalNotice(fault.what()).text);
        }
    });
}

} // namespace

BranchRunner::BranchRunner(Workspace& workspace, std::shared_ptr<ReferenceCache> references,
                           std::function<SiteSet()> needs, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_needs(std::move(needs))
    , m_references(std::move(references))
{
    connect(&workspace.branchRuns(), &BranchBoard::wantedChanged, this, &BranchRunner::check);
    connect(&workspace, &Workspace::documentChanged, this, &BranchRunner::check);
    connect(&workspace, &Workspace::modelChanged, this, &BranchRunner::forget);
    connect(&workspace, &Workspace::keptChanged, &m_again, &LatestTask::cancel);
}

void BranchRunner::forget()
{
    m_task.cancel();
    m_again.cancel();
    m_running = -1;
    m_tried.clear();
    m_workspace.branchRuns().forgetAll();
}

void BranchRunner::noteShown(const Document& document, const Snapshot& snapshot)
{
    const int id = document.branches.current;
    if (id < 0 || snapshot.branch != id)
        return;
    m_tried[id] = {shownPart(document), false};
    m_workspace.branchRuns().publishScore(id, scoreOf(snapshot));
    check();
}

void BranchRunner::forgetOld(const Document& document)
{
    for (auto tried = m_tried.begin(); tried != m_tried.end();) {
        const auto& [id, last] = *tried;
        const Branch* const branch = document.branches.find(id);
        const bool valid = branch != nullptr
            && (id == document.branches.current || last.document == inBranch(document, *branch));
        if (!valid)
            m_workspace.branchRuns().forget(id);
        tried = valid ? std::next(tried) : m_tried.erase(tried);
    }
}

void BranchRunner::check()
{
    const Document& document = m_workspace.document();
    BranchBoard& board = m_workspace.branchRuns();
    if (m_workspace.model() == nullptr)
        return;
    forgetOld(document);
    std::vector<int> stale;
    int next = -1;
    bool nextMaps = false;
    for (const Branch& branch : document.branches.list) {
        if (branch.id == document.branches.current)
            continue;
        const auto& wanted = board.wanted();
        const bool maps = std::find(wanted.begin(), wanted.end(), branch.id) != wanted.end();
        if (board.scoresWanted() && board.score(branch.id) == nullptr)
            stale.push_back(branch.id);
        const auto tried = m_tried.find(branch.id);
        const bool done = tried != m_tried.end() && (tried->second.maps || !maps);
        if ((maps || board.scoresWanted()) && !done && (next < 0 || (maps && !nextMaps))) {
            next = branch.id;
            nextMaps = maps;
        }
    }
    board.setStale(std::move(stale));
    if (next < 0) {
        m_task.cancel();
        m_running = -1;
        return;
    }
    const Document meant = inBranch(document, *document.branches.find(next));
    if (m_running == next && (m_now.maps || !nextMaps) && m_now.document == meant)
        return;
    m_running = next;
    m_now = {meant, nextMaps};
    runAside(m_task, inputFor(m_now), std::bind_front(&BranchRunner::finish, this));
}

void BranchRunner::finish(const std::shared_ptr<const Snapshot>& result, const QString& failure)
{
    BranchBoard& board = m_workspace.branchRuns();
    const int id = std::exchange(m_running, -1);
    m_tried[id] = m_now;
    if (result != nullptr)
        board.publishScore(id, scoreOf(*result));
    if (m_now.maps || result == nullptr)
        board.publish(id, result, failure);
    check();
}

RunInput BranchRunner::inputFor(const Tried& what) const
{
    RunInput input;
    input.model = m_workspace.model();
    input.document = what.document;
    if (what.maps)
        input.sites = m_needs() | kCompared;
    input.references = m_references;
    return input;
}

void BranchRunner::keepAgain(const SessionResult& from)
{
    const auto keep = [this, from](const std::shared_ptr<const Snapshot>& result, const QString& failure) {
        if (result == nullptr)
            m_workspace.setNotice(Notice{failure, {}});
        if (result == nullptr || result->trace.isNull())
            return;
        const auto step = static_cast<std::size_t>(from.step);
        const Trace trace
            = from.step >= 0 && step < result->steps.size() ? result->steps[step].trace : result->trace;
        const bool clean = m_workspace.undoStack().isClean();
        const ComparisonChoice choice = m_workspace.comparison();
        const bool own = from.model.isEmpty();
        m_workspace.keep(std::make_shared<KeptResult>(
            KeptResult{result, trace, from.head, from.name, own ? m_workspace.model() : nullptr,
                       from.document, from.step, own ? m_workspace.modelFolder() : from.model}));
        m_workspace.setComparison(choice);
        if (clean) // the session has it
            m_workspace.undoStack().setClean();
    };
    RunInput input = inputFor({from.document, true});
    std::filesystem::path folder = from.model.toStdString();
    if (!folder.empty()) {
        input.model = nullptr;
        input.references = nullptr; // they are of the open one
        if (!QFileInfo::exists(from.model)) // the program may have moved
            if (const auto builtin = builtinModelFolder(folder.filename().string()))
                folder = *builtin;
    }
    runAside(m_again, std::move(input), keep, folder);
}

} // namespace headlight
