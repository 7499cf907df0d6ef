#pragma once

#include <QElapsedTimer>
#include <QString>

class QWidget;

namespace headlight {

/// Edits of one burst of typing are one undo step. A new one starts at a space, after a pause, and in another
/// field.
class TypingBursts
{
public:
    /// The merge id of an edit of a field's text.
    int idOf(const QString& before, const QString& after, const QWidget* field);

private:
    QElapsedTimer m_sinceKey;
    int m_burst = 0;
    const QWidget* m_lastField = nullptr;
};

} // namespace headlight
