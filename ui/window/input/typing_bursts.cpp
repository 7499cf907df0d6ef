#include "ui/window/input/typing_bursts.h"

#include <cstdlib>

namespace headlight {

int TypingBursts::idOf(const QString& before, const QString& after, const QWidget* field)
{
    constexpr int kPause = 1000; // milliseconds without a key that start another undo step
    const bool paused = !m_sinceKey.isValid() || m_sinceKey.elapsed() > kPause;
    const bool pasted = std::abs(after.size() - before.size()) > 1;
    const bool wordEnded = after.endsWith(QLatin1Char(' ')) || after.endsWith(QLatin1Char('\n'));
    if (paused || pasted || wordEnded || field != m_lastField)
        ++m_burst;
    m_sinceKey.start();
    m_lastField = field;
    return m_burst;
}

} // namespace headlight
