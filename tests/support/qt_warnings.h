#pragma once

#include <QStringList>

namespace headlight::test {

/// Collects Qt's warnings during its lifetime, except the offscreen platform's remarks about what it cannot
/// do. One at a time.
class QtWarnings
{
public:
    QtWarnings()
        : m_before(qInstallMessageHandler(note))
    {
        texts().clear();
    }
    ~QtWarnings() { qInstallMessageHandler(m_before); }
    QtWarnings(const QtWarnings&) = delete;
    QtWarnings& operator=(const QtWarnings&) = delete;

    static QStringList& texts()
    {
        static QStringList collected;
        return collected;
    }

private:
    static void note(QtMsgType type, const QMessageLogContext&, const QString& text)
    {
        if (type != QtDebugMsg && type != QtInfoMsg
            && !text.startsWith(QStringLiteral("This plugin does not support")))
            texts() << text;
    }

    QtMessageHandler m_before;
};

} // namespace headlight::test
