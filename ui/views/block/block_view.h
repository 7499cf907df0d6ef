#pragma once

#include "core/analysis/block_account.h"
#include "ui/state/focus.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"

#include <memory>
#include <optional>
#include <vector>

class QScrollArea;
class QVBoxLayout;

namespace headlight {

class BlockStagePanel;

/// One token's path through the current head's layer: stream, norms, heads, sums, hidden units, with the
/// recorded numbers, checked against the weights in the background. UI thread.
class BlockView : public PagedView
{
    Q_OBJECT
public:
    explicit BlockView(const ViewContext& context, QWidget* parent = nullptr);

    /// The account shown; null if there is none.
    const BlockAccount* account() const { return m_account ? &*m_account : nullptr; }
    const std::vector<BlockStagePanel*>& panels() const { return m_panels; }

    QSize sizeHint() const override { return roomForText(*this, 80, 30); }
    QSize minimumSizeHint() const override { return roomForText(*this, 36, 12); }

protected:
    void refresh(ViewChanges changes) override;

private:
    QString whyNothing() const;
    int wantedPosition() const;
    void compute();
    void showAccount(const std::optional<BlockAccount>& account);
    BlockStagePanel* panel(std::size_t index);

    std::optional<BlockAccount> m_account;
    std::weak_ptr<const void> m_leaf; ///< identifies the trace of m_account
    std::weak_ptr<const void> m_model; ///< model it was checked with
    LayerRef m_layer;
    int m_position = -1;

    QScrollArea* m_scroll = nullptr;
    QVBoxLayout* m_stages = nullptr;
    std::vector<BlockStagePanel*> m_panels; ///< as many as any account has needed; unused ones are hidden
};

} // namespace headlight
