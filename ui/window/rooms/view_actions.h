#pragma once

#include "ui/state/view_id.h"

#include <QObject>

#include <vector>

class QAction;

namespace headlight {

/// An action for each view, in the registry's order, with its key and its words. UI thread only.
class ViewActions : public QObject
{
    Q_OBJECT
public:
    explicit ViewActions(QObject* parent);

    const std::vector<QAction*>& all() const { return m_actions; }

signals:
    /// `byKey`: with its key, not from a menu.
    void triggered(headlight::ViewId view, bool byKey);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::vector<QAction*> m_actions;
    bool m_byKey = false; ///< the next action was triggered by its key
};

} // namespace headlight
