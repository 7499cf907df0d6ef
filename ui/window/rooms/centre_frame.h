#pragma once

#include <QFrame>

#include <functional>

class QVBoxLayout;

namespace headlight {

class DockTitle;

/// The centre of the window: one view, and a title that leads back if it has taken another's place.
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

/// Above the docks of a room, across its width: the part that a view hands out for it; else hidden.
class AcrossStrip : public QFrame
{
    Q_OBJECT
public:
    /// Function that hands out a view's part (true) or takes it back (false).
    using Lender = std::function<QWidget*(bool away)>;

    explicit AcrossStrip(QWidget* parent = nullptr);

    /// Returns the previous part first. Empty = none.
    void setLender(Lender lender);

private:
    Lender m_lender;
};

} // namespace headlight
