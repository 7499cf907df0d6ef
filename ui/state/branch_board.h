#pragma once

#include "ui/state/document.h"

#include <QObject>
#include <QString>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace headlight {

struct Snapshot;

/// A branch's score under the active edits.
struct BranchScore
{
    std::vector<BranchToken> tokens;
    QString text;
    bool operator==(const BranchScore&) const = default;
};

/// Views ask here for the results of branches that are not shown, and read them; ui/run runs the branches.
class BranchBoard : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    /// Asks for the maps of exactly these branches; replaces the previous request.
    void want(std::vector<int> ids)
    {
        if (ids == m_wanted)
            return;
        m_wanted = std::move(ids);
        emit wantedChanged();
    }
    const std::vector<int>& wanted() const { return m_wanted; }
    /// Whether any view needs the scores of all branches.
    void wantScores(bool wanted)
    {
        if (std::exchange(m_scoresWanted, wanted) != wanted)
            emit wantedChanged();
    }
    bool scoresWanted() const { return m_scoresWanted; }

    /// Result of the branch as the document now has it; null while it is being run.
    std::shared_ptr<const Snapshot> result(int id) const
    {
        const auto found = m_results.find(id);
        return found == m_results.end() ? nullptr : found->second;
    }
    /// Null if the score under the active edits is unknown.
    const BranchScore* score(int id) const
    {
        const auto found = m_scores.find(id);
        return found == m_scores.end() ? nullptr : &found->second;
    }
    /// Whether the branch's recorded numbers may be from other edits and no new score is known yet.
    bool isStale(int id) const { return std::find(m_stale.begin(), m_stale.end(), id) != m_stale.end(); }

    /// Why the branch could not be run; empty if it has not failed.
    QString failure(int id) const
    {
        const auto found = m_failures.find(id);
        return found == m_failures.end() ? QString() : found->second;
    }

    /// A null result means that it is no longer known.
    void publish(int id, std::shared_ptr<const Snapshot> result, const QString& failure = {})
    {
        if (result == nullptr)
            m_results.erase(id);
        else
            m_results[id] = std::move(result);
        if (failure.isEmpty())
            m_failures.erase(id);
        else
            m_failures[id] = failure;
        emit changed();
    }
    void publishScore(int id, BranchScore score)
    {
        m_scores[id] = std::move(score);
        m_stale.erase(std::remove(m_stale.begin(), m_stale.end(), id), m_stale.end());
        emit changed();
    }
    void setStale(std::vector<int> ids)
    {
        if (ids == m_stale)
            return;
        m_stale = std::move(ids);
        emit changed();
    }
    /// Drops the branch's result and its score.
    void forget(int id)
    {
        if (m_results.erase(id) + m_scores.erase(id) + m_failures.erase(id) > 0)
            emit changed();
    }
    void forgetAll()
    {
        if (m_results.empty() && m_scores.empty() && m_stale.empty() && m_failures.empty())
            return;
        m_results.clear();
        m_scores.clear();
        m_stale.clear();
        m_failures.clear();
        emit changed();
    }

signals:
    void wantedChanged();
    void changed();

private:
    std::vector<int> m_wanted;
    bool m_scoresWanted = false;
    std::map<int, BranchScore> m_scores;
    std::vector<int> m_stale;
    std::map<int, std::shared_ptr<const Snapshot>> m_results;
    std::map<int, QString> m_failures;
};

} // namespace headlight
