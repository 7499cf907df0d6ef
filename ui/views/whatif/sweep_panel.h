#pragma once

#include "core/analysis/sweep_result.h"
#include "ui/state/sweep_board.h"

#include <QString>
#include <QWidget>

#include <optional>

class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace headlight {

class Focus;
class SweepCanvas;
class Workspace;

/// Chooses what a sweep tries, what it measures and what its colours mean. UI thread only.
class SweepForm : public QWidget
{
    Q_OBJECT
public:
    SweepForm(Workspace& workspace, Focus& focus, QWidget* parent = nullptr);

    /// Offers what the current model has.
    void adapt();
    Metric measure() const;
    /// What the selected kind of sweep is useful for.
    QString purpose() const;
    /// Nothing if a field is empty or wrong; it then gets the focus, and fault() says what it needs.
    std::optional<SweepOrder> order();
    const QString& fault() const { return m_fault; }

signals:
    void changed();
    void orderWanted(); ///< Return was pressed in the other sentence

private:
    void showFields();
    /// Takes what was typed; false after lacks().
    bool readFields(SweepOrder& wanted);
    bool lacks(QLineEdit* field, const QString& fault);

    Workspace& m_workspace;
    Focus& m_focus;
    QString m_fault;
    QFormLayout* m_form;
    QComboBox* m_kind;
    QComboBox* m_where;
    QComboBox* m_site;
    QLineEdit* m_source;
    QComboBox* m_row;
    QLineEdit* m_rows;
    QComboBox* m_measure;
    QLineEdit* m_minus;
};

/// Orders sweeps and shows them: the order form, the coloured result, and a way to turn a selected point into
/// an edit of the list. UI thread only.
class SweepPanel : public QWidget
{
    Q_OBJECT
public:
    SweepPanel(Workspace& workspace, Focus& focus, QWidget* parent = nullptr);

    void refresh();
    /// The effect of each variant, for a spreadsheet; empty until the first is known.
    QString table() const;

signals:
    void manyWanted(); ///< the same over many sentences

private:
    void buildControls();
    void buildResult();
    void start();
    void choose(int point);
    QString tipOf(const SweepPoint& point) const;
    QString summary(const SweepResult& result) const;
    QString tokenName(TokenId id) const;

    Workspace& m_workspace;
    Focus& m_focus;
    SweepForm* m_form;
    QPushButton* m_start;
    QProgressBar* m_progress;
    QLabel* m_summary;
    SweepCanvas* m_canvas;
};

} // namespace headlight
