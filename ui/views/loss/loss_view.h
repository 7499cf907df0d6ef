#pragma once

#include "ui/state/pass_board.h"
#include "ui/widgets/paged_view.h"
#include "ui/widgets/room_for_text.h"

#include <memory>

class QCheckBox;
class QTableView;

namespace headlight {

class ElidedLabel;
class LossModel;

/// The training loss of the shown line, token by token: from one pass over the whole line, and step by step,
/// which ui/run computes. Without the causal mask the two differ: later tokens leak. UI thread.
class LossView : public PagedView
{
    Q_OBJECT
public:
    explicit LossView(const ViewContext& context, QWidget* parent = nullptr);

    const LossModel& model() const { return *m_model; }
    bool isWorking() const override;

    QSize sizeHint() const override { return roomForText(*this, 90, 16); }
    QSize minimumSizeHint() const override { return roomForText(*this, 36, 12); }

protected:
    void refresh(ViewChanges changes) override;

private:
    QString whyNothing() const;
    void compute();
    void receive(PassKind kind);
    void followFocus();
    QString describe() const;

    std::shared_ptr<const void> m_leaf; ///< identifies the trace that was computed
    std::shared_ptr<const void> m_of; ///< the model it was computed with

    QCheckBox* m_leak = nullptr;
    ElidedLabel* m_words = nullptr;
    QTableView* m_table = nullptr;
    LossModel* m_model = nullptr;
};

} // namespace headlight
