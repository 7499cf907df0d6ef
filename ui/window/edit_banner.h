#pragma once

#include "ui/window/message_bar.h"

#include "ui/state/workspace.h"

namespace headlight {

class MaskActions;

/// Says that the model is not running as it was trained, what was changed, and what it said without
/// the change where that is known.
class EditBanner : public MessageBar
{
    Q_OBJECT
public:
    EditBanner(Workspace& workspace, MaskActions& masks, QWidget* parent = nullptr);

private:
    void update();
    void remember();

    Workspace& m_workspace;
    MaskActions& m_masks;
    /// The newest output of the plain model, and for which input.
    struct
    {
        QString text, target, output;
        int lane = 0;
        std::vector<TokenId> forced;
        std::weak_ptr<const Model> model;
    } m_plain;
};

} // namespace headlight
