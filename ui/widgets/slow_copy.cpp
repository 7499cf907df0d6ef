#include "ui/widgets/slow_copy.h"

#include <QApplication>
#include <QClipboard>
#include <QMimeData>

#include <new>
#include <utility>

namespace headlight {

namespace {

/// A long text may need more memory than there is: then the clipboard keeps what it has, with a beep.
void unlessOutOfMemory(const LatestTask::Deliver& deliver, const std::function<void()>& copy)
{
    try {
        copy();
    } catch (const std::bad_alloc&) {
        deliver([] { QApplication::beep(); });
    }
}

} // namespace

SlowCopy::SlowCopy(QObject* parent)
    : QObject(parent)
{
    connect(QGuiApplication::clipboard(), &QClipboard::dataChanged, &m_task, &LatestTask::cancel);
}

void SlowCopy::start(Make make)
{
    m_task.start([make = std::move(make)](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        unlessOutOfMemory(deliver, [&] {
            const QString text = make(stop);
            if (!text.isEmpty())
                deliver([text] { QGuiApplication::clipboard()->setText(text); });
        });
    });
}

void SlowCopy::startFigure(std::function<Figure(const std::stop_token& stop)> make)
{
    m_task.start([make = std::move(make)](const std::stop_token& stop, const LatestTask::Deliver& deliver) {
        unlessOutOfMemory(deliver, [&] {
            deliver([figure = make(stop)] {
                auto* const data = new QMimeData;
                data->setImageData(figure.image);
                if (!figure.text.isEmpty())
                    data->setText(figure.text);
                QGuiApplication::clipboard()->setMimeData(data);
            });
        });
    });
}

} // namespace headlight
