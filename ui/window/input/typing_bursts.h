#pragma once

#include <QElapsedTimer>
#include <QString>

#include <cstdlib>

class QWidget;

namespace headlight {

/// Groups typing into undo steps. A new one starts at a space, after a pause, and in another field.
class TypingBursts
{
public:
    /// The merge id for an edit of a field's text.
    int idOf(const QString& before, const QString& after, const QWidget* field)
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

private:
    QElapsedTimer m_sinceKey;
    int m_burst = 0;
    const QWidget* m_lastField = nullptr;
};

} // namespace headlight
