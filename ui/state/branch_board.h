#pragma once

#include <QObject>
#include <QString>

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace headlight {

struct Snapshot;

/// Where views ask for the results of branches that are not shown, and find them; they are run by ui/run.
/// UI thread only.
class BranchBoard : public QObject
{
    Q_OBJECT
public:
    explicit BranchBoard(QObject* parent = nullptr)
        : QObject(parent)
    { }

    /// These branches are looked at from now on, and no others.
    void want(std::vector<int> ids)
    {
        if (ids == m_wanted)
            return;
        m_wanted = std::move(ids);
        emit wantedChanged();
    }
    const std::vector<int>& wanted() const { return m_wanted; }

    /// Of a branch as the document has it now; null while it is being run.
    std::shared_ptr<const Snapshot> result(int id) const
    {
        const auto found = m_results.find(id);
        return found == m_results.end() ? nullptr : found->second;
    }
    /// Why a branch could not be run; empty: it could, or was not yet.
    const QString& failure() const { return m_failure; }

    /// Null: no longer known.
    void publish(int id, std::shared_ptr<const Snapshot> result, const QString& failure = {})
    {
        if (result == nullptr)
            m_results.erase(id);
        else
            m_results[id] = std::move(result);
        m_failure = failure;
        emit changed();
    }
    void forgetAll()
    {
        if (m_results.empty() && m_failure.isEmpty())
            return;
        m_results.clear();
        m_failure.clear();
        emit changed();
    }

signals:
    void wantedChanged();
    void changed();

private:
    std::vector<int> m_wanted;
    std::map<int, std::shared_ptr<const Snapshot>> m_results;
    QString m_failure;
};

} // namespace headlight
