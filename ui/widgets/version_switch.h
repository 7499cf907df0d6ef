#pragma once

#include "ui/state/workspace.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/elided_label.h"

#include <QWidget>

class QButtonGroup;
class QHBoxLayout;

namespace headlight {

/// The switch between the unedited run, the edited run and their difference, and mean and spread if the edits
/// ask for several runs; also says what is shown and leads to both side by side. Becomes a list when space is
/// narrow. Hidden while no edit is active. UI thread only.
class VersionSwitch : public QWidget
{
    Q_OBJECT
public:
    explicit VersionSwitch(Workspace& workspace);

    /// What is shown, in words.
    QString text() const { return m_text->text(); }

    QSize minimumSizeHint() const override;
    /// From which on all runs have a button of their own.
    int widthWithButtons() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void refresh();
    /// Shows the text only where it is whole: the buttons say the same.
    void fitText();
    void addVersion(RunVersion version, const QString& text, const QString& tip);
    /// Whether a version is offered, and whether it can be chosen.
    void offer(RunVersion version, bool offered, bool enabled);

    Workspace& m_workspace;
    QButtonGroup* m_versions;
    QWidget* m_buttons; ///< if there is room
    QHBoxLayout* m_row;
    ChoiceBox<RunVersion>* m_list; ///< if there is not
    ElidedLabel* m_text;
};

} // namespace headlight
