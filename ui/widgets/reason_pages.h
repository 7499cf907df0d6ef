#pragma once

#include <QLabel>
#include <QStackedWidget>

class QVBoxLayout;

namespace headlight {

/// The pages of a view: the first gives the reason why there is nothing to show, the others are the view's.
class ReasonPages : public QStackedWidget
{
    Q_OBJECT

public:
    explicit ReasonPages(const QString& reason = {});

    void setReason(const QString& reason) { m_reason->setText(reason); }
    QString reason() const { return m_reason->text(); }
    /// Shows only the reason.
    void showReason(const QString& reason);
    bool showsReason() const { return currentIndex() == 0; }

    /// Adds an empty page with the margins that all views have.
    QVBoxLayout* addColumn();

private:
    QLabel* m_reason;
};

} // namespace headlight
