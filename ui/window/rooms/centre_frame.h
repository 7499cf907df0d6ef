#pragma once

#include <QWidget>

class QVBoxLayout;

namespace headlight {

class DockTitle;

/// The centre of the window: one view, and above it a title that leads back if the view has taken another's
/// place.
class CentreFrame : public QWidget
{
    Q_OBJECT
public:
    explicit CentreFrame(QWidget* parent = nullptr);

    /// Hides the previous content, which stays a child until somebody takes it over.
    void setContent(QWidget* content);
    /// An empty title hides the title.
    void setTitle(const QString& title);

signals:
    void backClicked();

private:
    QVBoxLayout* m_column;
    DockTitle* m_title;
    QWidget* m_content = nullptr;
};

} // namespace headlight
