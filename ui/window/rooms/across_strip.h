#pragma once

#include <QFrame>

#include <functional>

namespace headlight {

/// Above the docks of a room, across its whole width: the part that one of the
/// room's views gives away for this. Hidden while it has none.
class AcrossStrip : public QFrame
{
    Q_OBJECT
public:
    /// What gives a view's part away (true) or takes it back (false).
    using Lender = std::function<QWidget*(bool away)>;

    explicit AcrossStrip(QWidget* parent = nullptr);

    /// Gives back what it had. Empty: nothing.
    void setLender(Lender lender);

private:
    Lender m_lender;
};

} // namespace headlight
