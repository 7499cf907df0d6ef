#pragma once

#include <QStringList>

#include <cstdio>

namespace headlight::test {

/// Is this one of the offscreen platform's remarks about what it cannot do? It makes one for most windows.
inline bool isRemarkOfPlatform(const QString& text)
{
    return text.startsWith(QStringLiteral("This plugin does not support"));
}

/// A message handler that drops these remarks, so that they do not bury what a failed test says.
inline void dropRemarks(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    if (!isRemarkOfPlatform(text))
        std::fprintf(stderr, "%s\n", qPrintable(qFormatLogMessage(type, context, text)));
}

/// Collects Qt's warnings during its lifetime, except the platform's remarks. One at a time.
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
        if (type != QtDebugMsg && type != QtInfoMsg && !isRemarkOfPlatform(text))
            texts() << text;
    }

    QtMessageHandler m_before;
};

} // namespace headlight::test
