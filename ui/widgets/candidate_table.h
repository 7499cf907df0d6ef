#pragma once

#include <QTableView>

namespace headlight {

/// A list of candidate tokens: rank, token, probability as a bar with its number; the columns are those of
/// CandidatesModel. Fits any width: the token gives way last, and nothing scrolls sideways.
class CandidateTable : public QTableView
{
    Q_OBJECT
public:
    explicit CandidateTable(QAbstractItemModel* model, QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitColumns();
};

} // namespace headlight
