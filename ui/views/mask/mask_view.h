#pragma once

#include "core/math/mask_notation.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/trace_view.h"

#include <QPlainTextEdit>

class QSplitter;
class QTableView;

namespace headlight {

class MaskModel;
class WrapLayout;

/// One mask in its various notations: as truth values, as what is added to the scores, as a PyTorch boolean
/// mask, with the code that makes it. The mask is that of the current head, or one of the small examples from
/// the introductions. UI thread.
class MaskView : public TraceView
{
    Q_OBJECT
public:
    enum class Source : unsigned char { kHead, kCausal4, kCausal3, kPadding4, kBoth4, kEmptyRow };

    explicit MaskView(const ViewContext& context, QWidget* parent = nullptr);

    void setForm(MaskNotation form);
    void setSource(Source source);

    const MaskModel& model() const { return *m_model; }
    QString code() const { return m_code->toPlainText(); }
    QString statement() const { return m_statement->text(); }

    QSize sizeHint() const override { return roomForText(*this, 100, 22); }
    QSize minimumSizeHint() const override { return roomForText(*this, 40, 14); }

    /// Largest number of rows and columns shown of a head's mask.
    static constexpr Index kMostShown = 512;

protected:
    void refresh(ViewChanges changes) override;
    void arrange() override;

private:
    void buildControls(WrapLayout& row);
    QWidget* buildCode();
    void showMask();
    void showForm();
    bool showHead();
    QString describe() const;

    Source m_source = Source::kHead;
    bool m_cut = false; ///< the head's mask is larger than what is shown
    QString m_missing; ///< why the head has no mask; empty if it has one

    ChoiceBox<Source>* m_sourceChoice = nullptr;
    ModeButtons<MaskNotation>* m_forms = nullptr;
    ElidedLabel* m_statement = nullptr;
    QSplitter* m_splitter = nullptr;
    QTableView* m_table = nullptr;
    MaskModel* m_model = nullptr;
    QPlainTextEdit* m_code = nullptr;
};

} // namespace headlight
