#pragma once

#include "core/analysis/measure.h"
#include "ui/state/experiment_board.h"
#include "ui/widgets/file_choice.h"

#include <QWidget>

#include <optional>
#include <utility>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;

namespace headlight {

class Focus;

/// The sentence that makes an experiment: Replace … by … over …, measure … on … over …. UI thread only.
class ExperimentForm : public QWidget
{
    Q_OBJECT
public:
    using Entries = std::vector<std::pair<QString, QString>>; ///< the texts of a choice, and their words
    ExperimentForm(Workspace& workspace, Focus& focus);

    /// Offers what the current model has.
    void adapt();
    /// Unset if a field is empty or wrong: it then has the focus, and fault() says what it needs.
    std::optional<ExperimentOrder> order();
    const QString& fault() const { return m_fault; }
    /// What the experiment is useful for.
    QString purpose() const;

    FileChoice& inputs() const { return *m_inputs; }

signals:
    void changed();
    void wanted(); ///< Return was pressed in a field

private:
    QComboBox* makeChoice(const QString& name, const Entries& entries);
    QLineEdit* makeField(const QString& name, const QString& placeholder, int letters);
    void adaptRows(bool encoder, bool decoder);
    bool hides() const; ///< tokens
    void showFields();
    void takeChosenRows();
    void takeEdits(ExperimentWords& words) const;
    bool takeReference(ExperimentWords& words);
    bool takeRows(ExperimentWords& words);
    Index currentRow(ExperimentWords& words) const;
    QString typed(const QLineEdit& field) const;
    bool lacks(QLineEdit* field, const QString& fault);
    QString sentence() const;

    Workspace& m_workspace;
    Focus& m_focus;
    QString m_fault;
    QComboBox *m_what, *m_where, *m_site, *m_by;
    FileChoice* m_reference;
    QLineEdit* m_other; ///< another sentence
    QComboBox *m_align, *m_trial, *m_metric;
    QLineEdit* m_token;
    QLabel* m_minusSign;
    QLineEdit* m_minus;
    QComboBox* m_rows;
    QLineEdit* m_positions;
    FileChoice* m_inputs;
    QLabel *m_over, *m_tried;
};

} // namespace headlight
