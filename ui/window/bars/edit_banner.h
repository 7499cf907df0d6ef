#pragma once

#include "ui/window/bars/message_bar.h"

namespace headlight {

class Workspace;

/// Says that the model is not running as it was trained, what was changed, and its output without the change.
class EditBanner : public MessageBar
{
    Q_OBJECT
public:
    explicit EditBanner(Workspace& workspace, QWidget* parent = nullptr);

    /// "decoder causal mask off", …; empty for the unedited model.
    QStringList edits() const;
    /// Returns to the unedited model, as one undo step.
    void reset();

private:
    void update();
    void sayRecordedEdits(const QString& edits);
    QString outputSentence() const;

    Workspace& m_workspace;
};

} // namespace headlight
