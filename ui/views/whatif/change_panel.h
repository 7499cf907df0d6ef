#pragma once

#include "core/math/matrix.h"

#include <QWidget>

class QLabel;
class QTableWidget;

namespace headlight {

class Focus;
class Workspace;
struct Snapshot;

/// Where the unedited and the edited run are compared.
struct ComparedRow
{
    int step = -1; ///< decoding step; -1 = none (encoder-only models, or no common step)
    Index row = -1; ///< position, for encoder-only models
    bool parted = false; ///< the current step has a different history in the two runs
    bool comparable() const { return step >= 0 || row >= 0; }
};

/// The current step, or the last one before it that both texts share; for all steps, the first one at which
/// the runs choose differently, or else the one whose distribution changed most.
ComparedRow comparedStep(const Snapshot& edited, const Snapshot& plain, int shownStep);

/// What the active edits changed: the text before and after, and the distribution of the next token. Selects
/// which of the two runs all views show. UI thread only.
class ChangePanel : public QWidget
{
    Q_OBJECT
public:
    ChangePanel(Workspace& workspace, Focus& focus);

    void refresh();
    /// The next token's probabilities before and after, for a spreadsheet; empty if there are none.
    QString table() const;

private:
    void showTexts(const Snapshot& edited);
    void showFillings(const Snapshot& edited);
    void showDistribution(const Snapshot& edited, const ComparedRow& at);

    Workspace& m_workspace;
    Focus& m_focus;
    QWidget* m_body;
    QLabel *m_note, *m_texts, *m_numbers;
    QTableWidget* m_moves;
};

} // namespace headlight
