#pragma once

#include <QTableView>

namespace headlight {

/// A list of candidate tokens: rank, token, and probability as a bar with its number; the columns are those
/// of CandidatesModel. Fits any width without scrolling sideways: the token is cut last.
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
