#pragma once

#include <QElapsedTimer>
#include <QString>

class QWidget;

namespace headlight {

/// Groups the edits of one burst of typing into an undo step. A new step starts at a space, after a pause,
/// and in another field.
class TypingBursts
{
public:
    /// The merge id for an edit of a field's text.
    int idOf(const QString& before, const QString& after, const QWidget* field);

private:
    QElapsedTimer m_sinceKey;
    int m_burst = 0;
    const QWidget* m_lastField = nullptr;
};

} // namespace headlight
