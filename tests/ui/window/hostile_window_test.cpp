#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/qt_warnings.h"
#include "tests/support/window_bench.h"
#include "ui/run/opener.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/window/actions/session_actions.h"

#include <QApplication>
#include <QFile>
#include <QTimer>

#include <algorithm>
#include <array>
#include <random>

using namespace headlight;
using headlight::test::QtWarnings;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

/// Damages files like the fuzzers, reproducibly for a given seed.
class Damager
{
public:
    explicit Damager(unsigned seed)
        : m_random(seed)
    { }

    /// Mostly damages the first bytes, where formats describe themselves.
    QByteArray damaged(QByteArray bytes, qsizetype header)
    {
        for (std::size_t i = 0, count = 1 + below(3); i < count && bytes.size() > 16; ++i)
            damageOnce(bytes, below(4) == 0 ? bytes.size() : std::min(header, bytes.size()));
        return bytes;
    }

private:
    std::size_t below(std::size_t count)
    {
        return std::uniform_int_distribution<std::size_t>(0, count - 1)(m_random);
    }

    void damageOnce(QByteArray& bytes, qsizetype reach)
    {
        static const std::array<QByteArray, 9> kPieces{
            "-1", "99999999999999999999", "null", "\"", "}", "\xff\xfe", "1e308", "[[[[", "NaN"};
        const auto at = static_cast<qsizetype>(below(static_cast<std::size_t>(reach)));
        const auto length = static_cast<qsizetype>(1 + below(12));
        switch (below(6)) {
        case 0:
            bytes[at] = static_cast<char>(below(256));
            break;
        case 1:
            bytes.remove(at, length);
            break;
        case 2:
            bytes.insert(at, kPieces.at(below(kPieces.size())));
            break;
        case 3:
            bytes.replace(at, length, kPieces.at(below(kPieces.size())));
            break;
        case 4:
            bytes.truncate(std::max<qsizetype>(at, 8));
            break;
        default:
            bytes.insert(at, bytes.mid(at, length * 4));
        }
    }

    std::mt19937 m_random;
};

QByteArray bytesOf(const QString& file)
{
    QFile read(file);
    REQUIRE(read.open(QIODevice::ReadOnly));
    return read.readAll();
}

void writeBytes(const QString& file, const QByteArray& bytes)
{
    QFile::remove(file); // the previous one may still be mapped
    QFile written(file);
    REQUIRE(written.open(QIODevice::WriteOnly));
    REQUIRE(written.write(bytes) == bytes.size());
}

/// A window that opens damaged files; its questions are left unanswered.
struct HostileBench
{
    WindowBench bench;
    WindowStart start{bench.settings};
    QTimer closer;

    HostileBench()
    {
        start.window.resize(1280, 800);
        start.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
        closer.setInterval(5);
        QObject::connect(&closer, &QTimer::timeout, &closer, [] {
            if (QWidget* const dialog = QApplication::activeModalWidget())
                dialog->close();
        });
        closer.start();
    }

    /// Checks that the window survives, and that the next model opens as if nothing had happened.
    void open(const QString& file, const QByteArray& bytes)
    {
        writeBytes(file, bytes);
        start.window.open(file);
        QTest::qWait(1);
        CHECK(WindowStart::wait(
            [&] { return !start.runs.opener().isOpening() && !start.workspace.isRunning(); }));
        start.window.grab();
        CHECK(start.window.minimumSizeHint().width() <= 1280);
    }

    void expectGoodModel()
    {
        closer.stop();
        start.window.openModel(bench.model);
        CHECK(WindowStart::wait([&] {
            return start.workspace.model() != nullptr && !start.runs.opener().isOpening()
                && !start.workspace.isRunning();
        }));
    }
};

constexpr int kFilesOfAKind = 60;

} // namespace

TEST_CASE("hostile files: the window opens damaged traces without a warning", "[window][faults]")
{
    HostileBench bench;
    const QString file = bench.bench.file("trace.safetensors");
    const std::array traces{bench.start.workspace.snapshot()->trace};
    REQUIRE(writeTraceFile(file.toStdString(), traces, {}));
    const QByteArray good = bytesOf(file);
    Damager damager(1);
    const QtWarnings warnings;
    for (int i = 0; i < kFilesOfAKind; ++i) {
        INFO(i);
        bench.open(file, damager.damaged(good, 4096));
    }
    bench.expectGoodModel();
    CHECK(QtWarnings::texts() == QStringList());
}

TEST_CASE("hostile files: the window opens damaged sessions without a warning", "[window][faults]")
{
    HostileBench bench;
    const QString file = bench.bench.file("work.headlight");
    bench.start.window.sessions().save(file);
    REQUIRE(WindowStart::wait([&] { return QFile::exists(file); }));
    const QByteArray good = bytesOf(file);
    Damager damager(2);
    const QtWarnings warnings;
    for (int i = 0; i < kFilesOfAKind; ++i) {
        INFO(i);
        bench.open(file, damager.damaged(good, good.size()));
    }
    bench.expectGoodModel();
    CHECK(QtWarnings::texts() == QStringList());
}
