#pragma once

#include "core/math/matrix.h"

#include <QWidget>

class QLabel;
class QTableWidget;

namespace headlight {

class Focus;
class Workspace;
struct Snapshot;

/// Where the plain run and the edited one are compared.
struct ComparedRow
{
    int step = -1; ///< decoding step; -1: none (encoder-only models, or no common step)
    Index row = -1; ///< position, of encoder-only models
    bool parted = false; ///< the step that is looked at has another history in the two runs
    bool comparable() const { return step >= 0 || row >= 0; }
};

/// The step that is looked at, or, where all are, the first at which the two runs choose otherwise, or, where
/// they say the same, the one whose distribution changed most; where
/// the two texts have parted before it, the last step that both share.
ComparedRow comparedStep(const Snapshot& edited, const Snapshot& plain, int shownStep);

/// What the active edits did: the text before and after, and the distribution of the next token. Chooses
/// which of the two runs all views show. UI thread only.
class ChangePanel : public QWidget
{
    Q_OBJECT
public:
    ChangePanel(Workspace& workspace, Focus& focus, QWidget* parent = nullptr);

    void refresh();
    /// The next token's probabilities before and after, for a spreadsheet; empty where there are none.
    QString table() const;

private:
    void showTexts(const Snapshot& edited);
    void showFillings(const Snapshot& edited);
    void showDistribution(const Snapshot& edited, const ComparedRow& at);
    ComparedRow comparedRow(const Snapshot& edited) const;

    Workspace& m_workspace;
    Focus& m_focus;
    QWidget* m_body;
    QLabel* m_note;
    QLabel* m_texts;
    QLabel* m_numbers;
    QTableWidget* m_moves;
};

} // namespace headlight
