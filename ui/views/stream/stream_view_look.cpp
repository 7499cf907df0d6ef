#include "ui/state/settings.h"
#include "ui/views/stream/stream_view.h"

#include <QComboBox>

#include <algorithm>

// What of a StreamView lasts from one start to the next.

namespace headlight {

void StreamView::keepLook()
{
    settings().setStreamLook({static_cast<int>(m_content.quantity()), static_cast<int>(m_content.target())});
}

void StreamView::restoreLook()
{
    const StreamLook look = settings().streamLook();
    // A setting of another version may name what there is not: then the first of the list.
    const int quantity = std::max(0, m_quantityChoice->findData(look.quantity));
    const int target = std::max(0, m_targetChoice->findData(look.target));
    m_quantityChoice->setCurrentIndex(quantity);
    m_targetChoice->setCurrentIndex(target);
    m_content.setShown(static_cast<StreamQuantity>(m_quantityChoice->itemData(quantity).toInt()),
                       static_cast<LensTarget>(m_targetChoice->itemData(target).toInt()));
}

} // namespace headlight
