#pragma once

#include <QWidget>

class QVBoxLayout;

namespace headlight {

class DockTitle;

/// The centre of the window: one view, and over it a title that leads back, while that view has taken the
/// place of another.
class CentreFrame : public QWidget
{
    Q_OBJECT
public:
    explicit CentreFrame(QWidget* parent = nullptr);

    /// What stood here before is hidden, and still this one's child until somebody takes it over.
    void setContent(QWidget* content);
    /// An empty title hides it.
    void setTitle(const QString& title);

signals:
    void backClicked();

private:
    QVBoxLayout* m_column;
    DockTitle* m_title;
    QWidget* m_content = nullptr;
};

} // namespace headlight
