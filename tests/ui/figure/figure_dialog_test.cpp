#include "tests/support/catch.h"
#include "tests/support/synthetic_trace.h"
#include "tests/support/window_bench.h"
#include "ui/figure/figure_choices.h"
#include "ui/figure/figure_dialog.h"
#include "ui/figure/figure_preview.h"
#include "ui/views/heatmap/heatmap_view.h"
#include "ui/widgets/heatmap_plot.h"
#include "ui/window/actions/export_actions.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QMenu>
#include <QPushButton>
#include <QTimer>

using namespace headlight;
using namespace headlight::testing;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

FigureRequest shownFigure()
{
    FigureRequest request;
    SyntheticOptions options;
    options.layers = 3;
    request.trace = syntheticTrace(options);
    request.subject = HeadRef{StackKind::kDecoder, 1, AttentionKind::kCross, 2};
    request.marks.pin = {1, 2};
    request.queries = AxisSpan{1, 4};
    request.keys = AxisSpan{0, 3};
    return request;
}

/// The dialog on a figure, driven by keys and mouse.
struct DialogBench
{
    FigureDialog dialog;

    explicit DialogBench(const FigureRequest& request = shownFigure(), const FigureChoices& choices = {})
        : dialog(request, {{syntheticPositions(6, 16), StackKind::kDecoder}}, choices,
                 [](const FigureRequest& figure, const FigureSize& size, const QString& suffix) {
                     return figureWords(figure, size).join(QLatin1Char(' ')) + QStringLiteral(" -o f.")
                         + suffix;
                 })
    {
        dialog.QDialog::show();
    }
    template <typename Widget>
    Widget& part(const char* name) const
    {
        auto* const widget = dialog.findChild<Widget*>(QLatin1String(name));
        REQUIRE(widget != nullptr);
        return *widget;
    }
    QString result() const { return part<QLabel>("figure.result").text(); }
    QString command() const
    {
        QTest::mouseClick(&part<QPushButton>("figure.command"), Qt::LeftButton);
        return QGuiApplication::clipboard()->text();
    }
    void toggle(const char* name) const
    {
        part<QCheckBox>(name).setFocus();
        QTest::keyClick(&part<QCheckBox>(name), Qt::Key_Space);
    }
    QImage preview() const
    {
        REQUIRE(QTest::qWaitFor([this] { return !dialog.preview().isPainting(); }, 30000));
        return dialog.preview().image();
    }
};

QString pixels(int width, int height)
{
    const QLocale locale; // the locale left by earlier tests
    return QStringLiteral("%1 × %2 pixels").arg(locale.toString(width), locale.toString(height));
}

} // namespace

TEST_CASE("figure dialog: the preview is the figure itself", "[window][figures]")
{
    const DialogBench bench;
    const QImage preview = bench.preview();
    REQUIRE_FALSE(preview.isNull());
    FigureSize size = bench.dialog.size();
    const FigureExtent extent = figureExtent(bench.dialog.request(), size);
    size.dpi = preview.width() / extent.millimetres.width() * 25.4;
    const QImage again = figureImage(bench.dialog.request(), size);
    CHECK(preview.size() == again.size());
    // The preview follows changes.
    bench.toggle("figure.scaleBar");
    CHECK(bench.preview() != preview);
    bench.toggle("figure.scaleBar");
    CHECK(bench.preview() == preview);
    CHECK(bench.dialog.preview().accessibleDescription().contains(QStringLiteral("85")));
}

TEST_CASE("figure dialog: every control reaches the figure and the command", "[window][figures]")
{
    const DialogBench bench;
    CHECK(bench.command().contains(QStringLiteral("--query 1 --key 2 --queries 1:4 --keys 0:3")));
    bench.toggle("figure.zoomed");
    bench.toggle("figure.pin");
    bench.toggle("figure.title");
    bench.toggle("figure.scaleBar");
    bench.toggle("figure.sums");
    bench.toggle("figure.values");
    bench.part<QComboBox>("figure.backdrop").setCurrentIndex(2);
    bench.part<QComboBox>("figure.format").setCurrentIndex(1);
    bench.part<QDoubleSpinBox>("figure.text").setValue(7);
    const QString command = bench.command();
    for (const char* words :
         {"--sums", "--values off", "--theme dark", "--no-title", "--no-scale-bar", "--text-size 7", "f.svg"})
        CHECK(command.contains(QLatin1String(words)));
    for (const char* words : {"--query ", "--queries", "--keys"})
        CHECK_FALSE(command.contains(QLatin1String(words)));
    CHECK(bench.result().contains(QStringLiteral("Command copied to the clipboard.")));
    bench.toggle("figure.title");
    QTest::keyClicks(&bench.part<QLineEdit>("figure.titleText"), QStringLiteral("Fig. 3"));
    CHECK(bench.command().contains(QStringLiteral("--title Fig. 3")));
    bench.part<QComboBox>("figure.subject").setCurrentIndex(1);
    CHECK(bench.command().contains(QStringLiteral("--layer decoder.1.cross")));
    bench.part<QComboBox>("figure.subject").setCurrentIndex(2);
    CHECK(bench.command().contains(QStringLiteral("--grid decoder.cross")));
    CHECK_FALSE(bench.part<QCheckBox>("figure.sums").isEnabled());
}

TEST_CASE("figure dialog: positional encodings are drawn as the command line draws them", "[window][figures]")
{
    const DialogBench bench;
    auto& subject = bench.part<QComboBox>("figure.subject");
    subject.setFocus();
    QTest::keyClick(&subject, Qt::Key_End);
    CHECK(subject.currentText() == QStringLiteral("Positional encodings of the decoder"));
    CHECK(bench.command().startsWith(QStringLiteral("--positions decoder --length 6 --colormap")));
    for (const char* part : {"figure.zoomed", "figure.pin", "figure.sums"})
        CHECK_FALSE(bench.part<QCheckBox>(part).isEnabled());
    CHECK(bench.part<QPushButton>("figure.save").isEnabled());
    FigureRequest plain;
    plain.subject = PositionPicture{syntheticPositions(6, 16)};
    CHECK(figureImage(bench.dialog.request(), bench.dialog.size())
          == figureImage(plain, bench.dialog.size()));
    QTest::keyClick(&subject, Qt::Key_Home);
    CHECK(bench.command().startsWith(QStringLiteral("--head decoder.1.cross.2")));
}

TEST_CASE("figure dialog: sizes in millimetres and what they become in pixels", "[window][figures]")
{
    const DialogBench bench;
    bench.part<QComboBox>("figure.format").setCurrentIndex(0);
    auto& preset = bench.part<QComboBox>("figure.preset");
    preset.setFocus();
    QTest::keyClick(&preset, Qt::Key_End);
    QTest::keyClick(&preset, Qt::Key_Up); // the slide preset
    CHECK(bench.part<QDoubleSpinBox>("figure.width").value() == 254);
    bench.part<QDoubleSpinBox>("figure.dpi").setValue(200);
    CHECK(bench.result() == pixels(2000, 1126));
    QTest::keyClick(&preset, Qt::Key_Home);
    CHECK(bench.part<QDoubleSpinBox>("figure.width").value() == 85);
    // Typing a custom size leaves the presets.
    auto& height = bench.part<QDoubleSpinBox>("figure.height");
    height.setFocus();
    height.selectAll();
    QTest::keyClicks(&height, QStringLiteral("50.8"));
    CHECK(preset.currentIndex() == preset.count() - 1);
    CHECK(bench.result() == pixels(669, 400));
    CHECK(bench.dialog.size().size == QSizeF(85, 50.8));
    bench.part<QComboBox>("figure.format").setCurrentIndex(2);
    CHECK(bench.result().contains(QStringLiteral("85 × 50.8 mm, cells as vector shapes")));
    CHECK_FALSE(bench.part<QDoubleSpinBox>("figure.dpi").isEnabled());
}

TEST_CASE("figure dialog: what cannot be drawn is said and cannot be saved", "[window][figures]")
{
    FigureRequest request = shownFigure();
    request.map = MapKind::kBias;
    const DialogBench bench(request);
    CHECK_FALSE(bench.part<QPushButton>("figure.save").isEnabled());
    CHECK_FALSE(bench.part<QPushButton>("figure.copy").isEnabled());
    CHECK(bench.dialog.preview().accessibleDescription().contains(QStringLiteral("Nothing to draw")));
}

TEST_CASE("figure dialog: the picture reaches the clipboard as it would be saved", "[window][figures]")
{
    const DialogBench bench;
    QGuiApplication::clipboard()->clear();
    QTest::mouseClick(&bench.part<QPushButton>("figure.copy"), Qt::LeftButton);
    REQUIRE(QTest::qWaitFor([&] { return !QGuiApplication::clipboard()->image().isNull(); }, 30000));
    CHECK(QGuiApplication::clipboard()->image().convertToFormat(QImage::Format_RGB32)
          == figureImage(bench.dialog.request(), bench.dialog.size()));
}

TEST_CASE("figure dialog: every control has a name, and Tab reaches all of them", "[window][figures]")
{
    DialogBench bench;
    bench.dialog.activateWindow();
    REQUIRE(QTest::qWaitForWindowActive(&bench.dialog));
    QSet<QWidget*> reached;
    for (int i = 0; i < 60; ++i) {
        QTest::keyClick(QApplication::focusWidget() != nullptr ? QApplication::focusWidget() : &bench.dialog,
                        Qt::Key_Tab);
        reached.insert(QApplication::focusWidget());
    }
    for (const char* name :
         {"figure.subject", "figure.zoomed", "figure.pin", "figure.title", "figure.titleText",
          "figure.scaleBar", "figure.sums", "figure.values", "figure.backdrop", "figure.format",
          "figure.preset", "figure.width", "figure.height", "figure.dpi", "figure.text", "figure.save",
          "figure.copy", "figure.command"}) {
        INFO(name);
        auto& widget = bench.part<QWidget>(name);
        CHECK(reached.contains(&widget));
        QAccessibleInterface* const access = QAccessible::queryAccessibleInterface(&widget);
        REQUIRE(access != nullptr);
        CHECK_FALSE(access->text(QAccessible::Name).isEmpty());
        CHECK_FALSE(widget.toolTip().isEmpty());
    }
}

TEST_CASE("figure dialog: opened by its key, it remembers what was chosen", "[window][figures]")
{
    WindowBench bench;
    {
        WindowStart start(bench.settings);
        start.window.start(bench.model);
        REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
        for (const bool first : {true, false}) {
            start.action("file.exportPicture")->trigger();
            auto* const dialog = start.window.findChild<FigureDialog*>();
            REQUIRE(dialog != nullptr);
            auto* const text = dialog->findChild<QDoubleSpinBox*>(QStringLiteral("figure.text"));
            auto* const format = dialog->findChild<QComboBox*>(QStringLiteral("figure.format"));
            if (first) {
                text->setValue(6.5);
                format->setCurrentIndex(2);
            } else {
                CHECK(text->value() == 6.5);
                CHECK(dialog->suffix() == QStringLiteral("pdf"));
            }
            QTest::keyClick(dialog, Qt::Key_Escape);
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        }
    }
    CHECK(figureChoices(bench.settings).textPoints == 6.5);
}

TEST_CASE("figure dialog: the menu of a cell opens it", "[window][figures]")
{
    WindowBench bench;
    WindowStart start(bench.settings);
    start.window.start(bench.model);
    REQUIRE(WindowStart::wait([&] { return start.ready(4); }));
    auto* const view = start.window.findChild<HeatmapView*>();
    REQUIRE(view != nullptr);
    // The menu has its own loop of events: choose from there.
    QTimer::singleShot(0, view, [&start] {
        auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        REQUIRE(menu != nullptr);
        CHECK(menu->actions().contains(start.action("file.exportPicture")));
        menu->close();
    });
    emit view->plot().menuRequested({1, 1}, view->mapToGlobal(QPoint(5, 5)));
}
