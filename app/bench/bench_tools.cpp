#include "app/bench/bench_tools.h"

#include "core/math/similarity.h"
#include "core/nn/arch_spec.h"
#include "core/nn/weights.h"

#include <QAbstractScrollArea>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QThread>
#include <QWheelEvent>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <system_error>
#include <thread>

namespace headlight {

BenchFolder::~BenchFolder()
{
    std::error_code ignored;
    if (!m_path.empty())
        std::filesystem::remove_all(m_path, ignored);
}

Result<std::filesystem::path> BenchFolder::make()
{
    std::error_code fault;
    std::string name = (std::filesystem::temp_directory_path(fault) / "headlight-bench-XXXXXX").string();
    if (fault || ::mkdtemp(name.data()) == nullptr)
        return Error{ErrorCode::kFileUnwritable, "a temporary folder cannot be made", name};
    m_path = name;
    return m_path;
}

std::vector<TokenId> sampleIds(const Model& model, int first, int count)
{
    std::vector<TokenId> ids;
    for (int i = first; i < first + count; ++i)
        ids.push_back(static_cast<TokenId>((i * 37 + 10) % model.traceInfo().vocabulary));
    return ids;
}

double productSpeed(const Workers& workers)
{
    constexpr Index kRows = 512, kInner = 768, kColumns = 3072;
    const auto threads = static_cast<std::size_t>(workers.threads());
    const Matrix a = Matrix::Random(kRows, kInner), b = Matrix::Random(kColumns, kInner);
    std::vector<Matrix> products(threads);
    double least = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 10; ++round) {
        const auto start = std::chrono::steady_clock::now();
        workers.forEach(threads,
                        [&](std::size_t i) { products[i] = similarityScores(Similarity::kDot, a, b); });
        least = std::min(least, millisecondsSince(start));
    }
    return 2.0 * kRows * kInner * kColumns * static_cast<double>(threads) / least / 1e6;
}

std::int64_t bytesPerToken(const Model& model)
{
    const auto& decoder = model.weights().decoder;
    if (!decoder)
        return 0;
    if (std::ranges::any_of(decoder->layers,
                            [](const LayerWeights& layer) { return layer.experts.has_value(); }))
        return 0;
    const WeightMatrix& head = model.weights().head.projection.weight;
    // Only one row of the embedding is read, unless the head reads it too.
    const bool tied = !head.empty() && head.sharesNumbersWith(decoder->embedding);
    return model.memoryBytes() - (tied ? 0 : decoder->embedding.bytes());
}

PlainRead::PlainRead()
    : m_memory(std::size_t{512} << 20U, 1)
    , m_found(std::max(1U, std::thread::hardware_concurrency()))
{ }

void PlainRead::run()
{
    std::vector<std::jthread> running;
    running.reserve(m_found.size());
    for (std::size_t part = 0; part < m_found.size(); ++part)
        running.emplace_back([this, part] {
            constexpr std::size_t kStreams = 8, kPiece = 1024; // faster than one stream, as for weights
            const std::size_t stream = m_memory.size() / m_found.size() / kStreams / kPiece * kPiece;
            const auto* const first = m_memory.data() + part * kStreams * stream;
            for (std::size_t done = 0; done < stream; done += kPiece)
                for (std::size_t i = 0; i < kStreams; ++i)
                    if (const void* const found = std::memchr(first + i * stream + done, 0, kPiece))
                        m_found[part] = found;
        });
}

bool PlainRead::found() const
{
    return std::ranges::any_of(m_found, [](const void* at) { return at != nullptr; });
}

void BusyMeter::measure(const std::function<void()>& work)
{
    const double before = threadMilliseconds();
    const auto start = std::chrono::steady_clock::now();
    work();
    m_times.push_back({millisecondsSince(start), threadMilliseconds() - before});
}

void BusyMeter::act(const std::function<void()>& send)
{
    measure(send);
    for (int i = 0; i < 3; ++i)
        measure([] { QCoreApplication::processEvents(); });
}

bool BusyMeter::until(const std::function<bool()>& done, double limit)
{
    const auto start = std::chrono::steady_clock::now();
    while (!done() && millisecondsSince(start) < limit) {
        const auto turn = std::chrono::steady_clock::now();
        measure([] { QCoreApplication::processEvents(); });
        if (millisecondsSince(turn) < 0.1) // nothing arrived: leave the core to background threads
            QThread::usleep(500);
    }
    return done();
}

void BusyMeter::settle()
{
    const auto start = std::chrono::steady_clock::now();
    until([start] { return millisecondsSince(start) > 100; });
}

Json BusyMeter::report()
{
    std::erase_if(m_times, [](const Time& time) { return time.wall < 0.1; });
    std::ranges::sort(m_times, {}, &Time::wall);
    Json out{{"times", m_times.size()}, {"median_ms", 0.0}, {"worst_ms", 0.0}, {"worst_computed_ms", 0.0}};
    if (!m_times.empty()) {
        out["median_ms"] = m_times[m_times.size() / 2].wall;
        out["worst_ms"] = m_times.back().wall;
        out["worst_computed_ms"] = std::ranges::max_element(m_times, {}, &Time::computed)->computed;
    }
    out["over_a_frame"]
        = std::ranges::count_if(m_times, [](const Time& time) { return time.wall > kFrameMs; });
    m_times.clear();
    return out;
}

/// The widget that receives mouse events.
static QWidget& surfaceOf(QWidget& widget)
{
    auto* const area = qobject_cast<QAbstractScrollArea*>(&widget);
    return area != nullptr ? *area->viewport() : widget;
}

void sendWheel(QWidget& widget, const QPointF& at, int steps)
{
    QWidget& surface = surfaceOf(widget);
    QWheelEvent event(at, surface.mapToGlobal(at), {}, {0, 120 * steps}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&surface, &event);
}

void sendMouse(QWidget& widget, QEvent::Type type, const QPointF& at, Qt::MouseButton button)
{
    QWidget& surface = surfaceOf(widget);
    const Qt::MouseButtons held = type == QEvent::MouseButtonRelease ? Qt::NoButton : button;
    QMouseEvent event(type, at, surface.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : button,
                      held, Qt::NoModifier);
    QCoreApplication::sendEvent(&surface, &event);
}

void sendKey(QWidget& widget, int code, const QString& text)
{
    for (const QEvent::Type type : {QEvent::KeyPress, QEvent::KeyRelease}) {
        QKeyEvent event(type, code, Qt::NoModifier, text);
        QCoreApplication::sendEvent(&widget, &event);
    }
}

QPointF placeWithin(const QRectF& area, int i)
{
    return {area.left() + area.width() * ((i * 61) % 199 + 0.5) / 200,
            area.top() + area.height() * ((i * 89) % 197 + 0.5) / 200};
}

} // namespace headlight
