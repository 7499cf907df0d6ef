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

/// What a sweep tries, what it looks at and what its colours mean. UI thread only.
class SweepForm : public QWidget
{
    Q_OBJECT
public:
    SweepForm(Workspace& workspace, Focus& focus, QWidget* parent = nullptr);

    /// Offers what the model that runs has.
    void adapt();
    SweepMeasure measure() const;
    /// What the chosen kind of sweep is good for.
    QString purpose() const;
    /// Nothing where the other sentence is missing; its field gets the focus.
    std::optional<SweepOrder> order();

signals:
    void changed();
    void orderWanted(); ///< the Return key in the other sentence

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
