#pragma once

#include "core/analysis/sweep_result.h"
#include "ui/state/sweep_board.h"

#include <QString>
#include <QWidget>

#include <optional>

class QComboBox;
class QFormLayout;
class QLineEdit;

namespace headlight {

class Focus;
class Workspace;

/// Chooses what a sweep tries, what it measures and what its colours mean. UI thread only.
class SweepForm : public QWidget
{
    Q_OBJECT
public:
    SweepForm(Workspace& workspace, Focus& focus, QWidget* parent = nullptr);

    /// Offers what the current model has.
    void adapt();
    SweepMeasure measure() const;
    /// What the selected kind of sweep is useful for.
    QString purpose() const;
    /// Nothing if the other sentence is missing; its field then gets the focus.
    std::optional<SweepOrder> order();

signals:
    void changed();
    void orderWanted(); ///< Return was pressed in the other sentence

private:
    Workspace& m_workspace;
    Focus& m_focus;
    QFormLayout* m_form;
    QComboBox* m_kind;
    QComboBox* m_where;
    QComboBox* m_site;
    QLineEdit* m_source;
    QComboBox* m_row;
    QComboBox* m_measure;
};

} // namespace headlight
