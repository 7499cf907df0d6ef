#pragma once

#include "core/text/tokenizer.h"
#include "ui/widgets/trace_view.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace headlight {

class CandidateTable;
class CandidatesModel;
struct DecodeStep;

/// The best candidates of the current step, what all other tokens have together, and ways to replace its
/// token: by one of them or by any text. A choice becomes a new branch; the old one stays. UI thread.
class CandidatePanel : public QWidget
{
    Q_OBJECT
public:
    explicit CandidatePanel(const ViewContext& context);

    /// Shows a step of the shown run; -1 = none.
    void showStep(int step);
    /// Chooses the candidate in a row of the table.
    void take(int row);
    void takeToken(int step, TokenId token, const QString& text);
    /// Replaces the step's token by the tokens of a text; decoding continues after them.
    void takeText(const QString& text);
    /// Puts the step's token into the text field for editing.
    void editToken();

signals:
    /// The document is about to change so that decoding starts over; this step should stay current.
    void leaving(int step);

private:
    void buildTable();
    /// Says how probable all tokens together are that the list leaves out.
    void showRest(const DecodeStep& step);
    void adapt();
    bool mayChoose() const;
    void branch(const std::vector<TokenId>& tokens, const QString& text);

    ViewContext m_context;
    CandidatesModel* m_candidates;
    CandidateTable* m_table = nullptr;
    QLabel* m_rest; ///< what all other tokens have
    QPushButton *m_take, *m_backToModel;
    QLineEdit* m_other;
    int m_step = -1;
};

} // namespace headlight
