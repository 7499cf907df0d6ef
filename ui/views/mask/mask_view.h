#pragma once

#include "core/math/mask_notation.h"
#include "core/trace/attention_map.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/trace_view.h"

#include <QAbstractTableModel>
#include <QPlainTextEdit>
#include <QString>

class QSplitter;
class QTableView;

namespace headlight {

class WrapLayout;

/// A mask as a table in one of its forms: queries down, keys across.
class MaskModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Role { kAllowed = Qt::UserRole };
    using QAbstractTableModel::QAbstractTableModel;

    /// Without tokens, rows and columns are numbered.
    void setMask(ByteMatrix truth, TokenAxis queries, TokenAxis keys);
    void setForm(MaskNotation form);
    const ByteMatrix& truth() const { return m_truth; }
    MaskNotation form() const { return m_form; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Null if rows and columns are numbered.
    const TokenLabel* label(int section, Qt::Orientation orientation) const;
    QString named(int section, Qt::Orientation orientation) const;

    ByteMatrix m_truth;
    MaskNotation m_form = MaskNotation::kTruth;
    TokenAxis m_queries, m_keys; ///< null = none
};

/// Python code that makes this mask in this form with PyTorch; the same in every language.
QString maskCode(const ByteMatrix& truth, MaskNotation form);

/// A cell of the table in this form: "1", "−∞", "−10⁹", "True".
QString maskCellText(bool allowed, MaskNotation form);

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
