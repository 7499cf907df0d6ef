#pragma once

#include "ui/background/latest_task.h"

#include <QImage>
#include <QObject>
#include <QString>

#include <functional>
#include <stop_token>

namespace headlight {

/// Makes a long text or a picture in the background and puts it on the clipboard when it is ready, unless
/// something else has been copied meanwhile. UI thread; destruction stops and waits.
class SlowCopy : public QObject
{
    Q_OBJECT
public:
    /// Runs in the background. May return anything once it is to stop; an empty text is not copied.
    using Make = std::function<QString(const std::stop_token& stop)>;

    explicit SlowCopy(QObject* parent = nullptr);

    void start(Make make);

    struct Figure
    {
        QImage image;
        QString text; ///< its numbers, for programs that take no images; may be empty
    };
    void startFigure(std::function<Figure(const std::stop_token& stop)> make);

private:
    LatestTask m_task;
};

} // namespace headlight
