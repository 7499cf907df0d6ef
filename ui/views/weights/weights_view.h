#pragma once

#include "core/analysis/head_projections.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/paged_view.h"

#include <array>
#include <memory>

class QGridLayout;

namespace headlight {

class MatrixPanel;
class WrapLayout;

/// The projections W_Q, W_K, W_V and W_O of the current head, as trained: only this head's part, or the
/// matrix packed for all heads with the part framed. Needs the model. UI thread.
class WeightsView : public PagedView
{
    Q_OBJECT
public:
    enum class Part : unsigned char { kHead, kPacked };
    /// The two ways to write the same product.
    enum class Writing : unsigned char {
        kRows, ///< x · W, with x a row: W [in × out], as in the paper
        kColumns, ///< W · x, with x a column: W [out × in], as checkpoints have it
    };
    explicit WeightsView(const ViewContext& context, QWidget* parent = nullptr);

    const MatrixPanel& panel(Projection which) const { return *m_panels.at(static_cast<std::size_t>(which)); }

    QSize sizeHint() const override { return roomForText(*this, 100, 30); }
    QSize minimumSizeHint() const override { return roomForText(*this, 40, 16); }

protected:
    void refresh(ViewChanges changes) override;
    void arrange() final;

private:
    struct Read;
    void buildControls(WrapLayout& row);
    void read();
    void showPanel(Projection which);
    void showPlace(Projection which, const Cell& cell);
    QString describe() const;

    Part m_part = Part::kHead;
    Writing m_writing = Writing::kRows;
    std::shared_ptr<const Read> m_read; ///< null = nothing to show
    HeadRef m_head;
    std::weak_ptr<const Model> m_model; ///< model whose projections were read
    int m_columns = 0; ///< number of grid columns

    ChoiceBox<Part>* m_partChoice = nullptr;
    ChoiceBox<Writing>* m_writingChoice = nullptr;
    QGridLayout* m_grid = nullptr;
    std::array<MatrixPanel*, 4> m_panels{};
};

} // namespace headlight
