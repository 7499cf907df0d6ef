#pragma once

#include "ui/state/document.h"
#include "ui/state/snapshot.h"
#include "ui/widgets/paged_view.h"

#include <QComboBox>

#include <memory>
#include <optional>

class QPushButton;
class QStandardItemModel;

namespace headlight {

class CandidateTable;
struct Snapshot;

/// The model's predictions for each masked token: candidates with their probabilities, and a way to put one
/// into the text. UI thread.
class MaskFillView : public PagedView
{
    Q_OBJECT
public:
    explicit MaskFillView(const ViewContext& context, QWidget* parent = nullptr);

    /// Puts a candidate for the current mask into the text.
    void put(int row);
    /// Makes another masked token current.
    void showMask(int index) { m_masks->setCurrentIndex(index); }
    int shownMask() const { return m_masks->currentIndex(); }
    QSize sizeHint() const override { return {300, 300}; }

protected:
    void refresh(ViewChanges changes) override;
    void letGo() override;

private:
    QWidget* buildCandidates();
    void showCandidates();
    QString reasonForNothing() const;
    /// Id, word and probability of every candidate.
    QString table() const;

    std::shared_ptr<const Snapshot> m_snapshot; ///< the snapshot that the list was made from
    QComboBox* m_masks;
    QStandardItemModel* m_candidates;
    CandidateTable* m_table;
    QPushButton* m_put;
};

/// The document with a word in place of a masked token. The vocabulary decides how words join: a continuation
/// piece removes the space before it. Nothing if the text has changed since.
std::optional<Document> fillMask(const Document& document, int line, const MaskedToken& mask,
                                 const MaskedToken::Choice& choice);

/// The text around a masked token on a line of at most `length` characters, for titles.
QString surroundings(const Document& document, int line, const MaskedToken& mask, int length);

} // namespace headlight
