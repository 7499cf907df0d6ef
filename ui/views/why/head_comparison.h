#pragma once

#include "ui/state/pass_board.h"
#include "ui/state/workspace.h"
#include "ui/views/why/why_models.h"

#include <QLabel>

#include <optional>

class QComboBox;
class QPushButton;

namespace headlight {

/// Compares the direct parts of heads and feed-forward layers with what the token loses without them: by the
/// gradient and by runs, in the background, when asked. Gives the model its marks. UI thread only.
class HeadComparison : public QWidget
{
    Q_OBJECT
public:
    HeadComparison(Workspace& workspace, Focus& focus, PartsModel& parts);

    /// The row whose token is explained; none = nothing is.
    void setRow(std::optional<Index> row);
    /// Runs the line without each part, or stops that.
    void run();
    QString text() const { return m_words->text(); }

signals:
    void changed();

private:
    PassOrder order() const;
    const PassBoard::Entry* former() const;
    void show();
    QString words() const;

    Workspace& m_workspace;
    Focus& m_focus;
    PartsModel& m_parts;
    std::optional<Index> m_row;
    QPushButton* m_run; ///< or stops it
    QComboBox* m_by;
    QLabel* m_words;
};

} // namespace headlight
