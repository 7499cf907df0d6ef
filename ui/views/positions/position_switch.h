#pragma once

#include "core/edit/interventions.h"
#include "ui/widgets/choice_box.h"

#include <QString>
#include <QWidget>

#include <optional>

class QLabel;
class QSpinBox;

namespace headlight {

class Workspace;

/// Switches the positions of one stack off, moves or replaces them, and reports the effect. The edit is a
/// step of the document, and the model runs again. Part of PositionsView. UI thread.
class PositionSwitch : public QWidget
{
    Q_OBJECT
public:
    explicit PositionSwitch(Workspace& workspace);

    /// Sets the stack, and whether its model has a learned table.
    void setStack(StackKind stack, bool learned);
    /// Shows the document's edit, and compares with the unedited run.
    void update(const HeadRef& head);
    using QWidget::update;
    /// nullopt = the model's own positions.
    void apply(std::optional<PositionEdit> edit);
    /// What changed; empty without an edit.
    QString statement() const;

private:
    std::optional<PositionEdit> current() const;
    void choose(int choice);
    QString compared(const HeadRef& head) const;

    Workspace& m_workspace;
    StackKind m_stack = StackKind::kEncoder;
    ChoiceBox<int>* m_choice; ///< PositionTable, or the model's own positions shifted
    QSpinBox* m_shift;
    QLabel* m_words;
};

} // namespace headlight
