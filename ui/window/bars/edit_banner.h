#pragma once

#include "ui/window/bars/message_bar.h"

namespace headlight {

class MaskActions;
class Workspace;

/// Says that the model is not running as it was trained, what was changed, and its output without the change.
class EditBanner : public MessageBar
{
    Q_OBJECT
public:
    EditBanner(Workspace& workspace, MaskActions& masks, QWidget* parent = nullptr);

private:
    void update();
    void sayRecordedEdits(const QString& edits);

    Workspace& m_workspace;
    MaskActions& m_masks;
};

} // namespace headlight
