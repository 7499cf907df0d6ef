#pragma once

#include "ui/state/focus.h"
#include "ui/widgets/trace_view.h"

#include <QFrame>

#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;

namespace headlight {

class CommandActions;
class LatestTask;

/// Finds tokens of the map by their text: marks and counts them, and pins the next one. Hidden at first.
class FindBar : public QFrame
{
    Q_OBJECT
public:
    FindBar(const ViewContext& context, const CommandActions& commands, QWidget* window);

    QLineEdit* line() const { return m_line; }
    /// What was found: rows first, then columns; nothing while the search is going on.
    const std::vector<Cell>& places() const { return m_places; }
    void close();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    enum Axis { kBoth, kRows, kColumns };
    /// What a search gives.
    struct Found
    {
        FoundTokens tokens;
        std::vector<Cell> places;
    };
    void open();
    /// Long texts are searched off the UI thread.
    void search();
    void take(Found found);
    void go(int by);
    void showCount();

    ViewContext m_context;
    QLineEdit* m_line;
    QComboBox* m_axis;
    QLabel* m_count;
    std::vector<Cell> m_places;
    std::optional<std::size_t> m_current;
    LatestTask* m_task;
    bool m_searching = false;
    int m_goWhenFound = 0; ///< asked for while the search was going on
};

} // namespace headlight
