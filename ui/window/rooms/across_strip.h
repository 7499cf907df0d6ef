#pragma once

#include <QFrame>

#include <functional>

namespace headlight {

/// Above the docks of a room, across its whole width: the part that one of the room's views hands out for
/// this place. Hidden while there is none.
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
