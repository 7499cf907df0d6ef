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

/// The best candidates of the step that is looked at, and what else may stand there: one of them, or any
/// text. What is taken becomes a new branch; the old one stays. UI thread.
class CandidatePanel : public QWidget
{
    Q_OBJECT
public:
    explicit CandidatePanel(const ViewContext& context, QWidget* parent = nullptr);

    /// Shows a step of the run that is looked at; -1: none.
    void showStep(int step);
    /// Takes the candidate of a row of the table.
    void take(int row);
    void takeToken(int step, TokenId token, const QString& text);
    /// Puts the tokens of a text in the place of the step's token; decoding goes on after them.
    void takeText(const QString& text);
    /// Drops the choice at the step and those after it.
    void backToModel();
    /// Puts the step's token into the line for other text, ready to be changed.
    void editToken();

signals:
    /// The document is about to change such that decoding begins anew; this step is wanted again.
    void leaving(int step);

private:
    void buildTable();
    void adapt();
    bool mayChoose() const;
    void branch(const std::vector<TokenId>& tokens, const QString& text);

    ViewContext m_context;
    CandidatesModel* m_candidates;
    CandidateTable* m_table = nullptr;
    QPushButton* m_take;
    QPushButton* m_backToModel;
    QLineEdit* m_other;
    int m_step = -1;
};

} // namespace headlight
