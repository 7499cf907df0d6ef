#pragma once

#include "core/edit/interventions.h"

#include <QString>
#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QSpinBox;

namespace headlight {

class Focus;
class Workspace;

/// Switches the positions of one stack off, moves or replaces them, and says what that changed: the edit is
/// a step of the document, the model runs again. Part of PositionsView. UI thread.
class PositionSwitch : public QWidget
{
    Q_OBJECT
public:
    explicit PositionSwitch(Workspace& workspace, QWidget* parent = nullptr);

    /// The stack that is meant, and whether its model has a learned table.
    void setStack(StackKind stack, bool learned);
    /// Shows what the document says, and compares with the run without edits.
    void update(const HeadRef& head);
    using QWidget::update;
    /// nullopt: as the model has them.
    void apply(std::optional<PositionEdit> edit);
    /// What changed; empty where nothing is edited.
    QString statement() const;

private:
    std::optional<PositionEdit> current() const;
    void choose(int index);
    QString compared(const HeadRef& head) const;

    Workspace& m_workspace;
    StackKind m_stack = StackKind::kEncoder;
    QComboBox* m_choice;
    QSpinBox* m_shift;
    QLabel* m_words;
};

} // namespace headlight
