#pragma once

#include <QStackedWidget>

class QLabel;
class QVBoxLayout;

namespace headlight {

/// The pages of a view that may have nothing to show: the first gives the reason, the others belong to the
/// view.
class ReasonPages : public QStackedWidget
{
    Q_OBJECT

public:
    explicit ReasonPages(const QString& reason = {}, QWidget* parent = nullptr);

    void setReason(const QString& reason);
    QString reason() const;
    /// Shows only the reason.
    void showReason(const QString& reason);
    bool showsReason() const { return currentIndex() == 0; }

    /// Adds an empty page with the margins that all views have.
    QVBoxLayout* addColumn();

private:
    QLabel* m_reason;
};

} // namespace headlight
