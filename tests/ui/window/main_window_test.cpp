#include "core/io/safetensors.h"
#include "core/model/builtin_model.h"
#include "core/tracefile/trace_file.h"
#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/synthetic_snapshot.h"
#include "tests/support/window_bench.h"
#include "ui/run/opener.h"
#include "ui/run/run_controller.h"
#include "ui/state/model_settings.h"
#include "ui/state/settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/window_settings.h"
#include "ui/state/workspace.h"
#include "ui/views/heatmap/mask_painter.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/actions/export_actions.h"
#include "ui/window/bars/message_bar.h"
#include "ui/window/input/input_panel.h"
#include "ui/window/input/sentence_edit.h"
#include "ui/window/look/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/rooms/dock_area.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QImage>
#include <QMenuBar>
#include <QMimeData>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QUndoStack>

#include <cmath>
#include <functional>

using namespace headlight;

namespace {

const QString kModel = QString::fromUtf8(test::kTestData) + QStringLiteral("/models/paper-transformer");

/// The whole window with a model without a tokenizer: its text is a list of ids.
struct MainWindowBench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};
    Theme theme;
    Workspace workspace;
    Focus focus;
    RunController runs{workspace};
    MainWindow window{ViewContext{workspace, focus, settings}, runs, theme};

    MainWindowBench()
    {
        kLastText.set(settings, QStringLiteral("5 9 14 3"));
        window.show();
        window.start(kModel);
        REQUIRE(wait([this] { return ready(4); }));
    }
    bool ready(std::size_t tokens) const
    {
        const Snapshot& now = *workspace.snapshot();
        return now.finished && !now.trace.isNull() && now.trace.tokens(StackKind::kEncoder).size() == tokens
            && !workspace.isRunning();
    }
    static bool wait(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 60000); }
    bool waitNewer(quint64 request) const
    {
        return wait([this, request] {
            return workspace.snapshot()->request > request && workspace.snapshot()->finished;
        });
    }
    MessageBar& bar(const char* name) const { return *window.findChild<MessageBar*>(QLatin1String(name)); }
    AttentionMap map(const HeadRef& head) const { return workspace.shownTrace().attention(head); }
    QString exported(const char* name)
    {
        const QString path = folder.filePath(QLatin1String(name));
        window.exports().write(path);
        REQUIRE(wait([this] { return workspace.notice().has_value(); }));
        INFO(workspace.notice()->text.toStdString());
        CHECK_FALSE(workspace.notice()->error);
        CHECK(bar("noticeBar").isLeaving()); // says that something is done
        return path;
    }
};

const HeadRef kDecoderHead{StackKind::kDecoder, 0, AttentionKind::kSelf, 1};

} // namespace

TEST_CASE("window: typing runs the model", "[window]")
{
    MainWindowBench bench;
    CHECK(bench.bar("noticeBar").isHidden());
    SentenceEdit* const sentence = bench.window.input().sentence();
    sentence->moveCursor(QTextCursor::End);
    QTest::keyClicks(sentence, QStringLiteral(" 7 8"));
    REQUIRE(bench.wait([&] { return bench.ready(6); }));
    QTest::keyClick(sentence, Qt::Key_Z, Qt::ControlModifier);
    REQUIRE(bench.wait([&] { return bench.ready(5); }));
}

TEST_CASE("window: a causal toggle shows another matrix, a banner, and undo", "[window]")
{
    MainWindowBench bench;
    const Matrix before = bench.map(kDecoderHead).whole(MapKind::kWeights);
    REQUIRE(before.rows() > 1);
    CHECK(before(0, 1) == 0);
    quint64 request = bench.workspace.snapshot()->request;
    bench.window.commands()[CommandId::kCausalDecoder].trigger();
    REQUIRE(bench.waitNewer(request));
    CHECK_FALSE(bench.bar("editBanner").isHidden());
    const Matrix open = bench.map(kDecoderHead).whole(MapKind::kWeights);
    REQUIRE(open.cols() > 1);
    CHECK(open(0, 1) > 0);
    request = bench.workspace.snapshot()->request;
    bench.workspace.undoStack().undo();
    REQUIRE(bench.waitNewer(request));
    CHECK(bench.bar("editBanner").isHidden());
    CHECK(bench.map(kDecoderHead).whole(MapKind::kWeights) == before);
}

TEST_CASE("window: an error stands in the bar until it is mended", "[window]")
{
    MainWindowBench bench;
    SentenceEdit* const sentence = bench.window.input().sentence();
    sentence->moveCursor(QTextCursor::End);
    QTest::keyClicks(sentence, QStringLiteral(" oops"));
    REQUIRE(bench.wait([&] { return !bench.bar("noticeBar").isHidden(); }));
    CHECK(bench.bar("noticeBar").text().contains(QStringLiteral("oops")));
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(sentence, Qt::Key_Backspace);
    REQUIRE(bench.wait([&] { return bench.bar("noticeBar").isHidden(); }));
    CHECK(bench.ready(4));
}

TEST_CASE("window: the exported table has the recorded numbers", "[window]")
{
    MainWindowBench bench;
    bench.focus.setHead(kDecoderHead);
    QFile file(bench.exported("head.csv"));
    REQUIRE(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
    const Matrix weights = bench.map(kDecoderHead).whole(MapKind::kWeights);
    REQUIRE(lines.size() == weights.rows() + 1);
    for (Index row = 0; row < weights.rows(); ++row) {
        const QList<QByteArray> fields = lines.at(row + 1).trimmed().split(',');
        REQUIRE(fields.size() == weights.cols() + 1);
        for (Index column = 0; column < weights.cols(); ++column)
            CHECK(std::abs(fields.at(column + 1).toFloat() - weights(row, column)) < 1e-6F);
    }
}

TEST_CASE("window: pictures and trace files are written whole", "[window]")
{
    MainWindowBench bench;
    bench.focus.setHead(kDecoderHead);
    const QImage picture(bench.exported("head.png"));
    CHECK(picture.width() > 100);
    CHECK(picture.height() > 100);
    bench.workspace.setNotice(std::nullopt);
    const auto file = readTraceFile(bench.exported("all.safetensors").toStdString(), {});
    REQUIRE(file);
    CHECK(file->traces.front().attention(kDecoderHead).whole(MapKind::kWeights)
          == bench.map(kDecoderHead).whole(MapKind::kWeights));
}

// The tool bar hides what it has no room for. When the words of the switches depended on that, the two
// changed each other for ever, and a core was busy.
TEST_CASE("window: with a trace file it comes to rest at every width", "[window]")
{
    MainWindowBench bench;
    bench.window.open(bench.exported("sentence.safetensors"));
    REQUIRE(bench.wait([&] { return bench.workspace.model() == nullptr; }));
    for (int width = 1200; width >= 700; width -= 20) {
        INFO(width);
        bench.window.resize(width, 700);
        headlight::test::settle();
    }
}

TEST_CASE("window: a trace file is shown without its model", "[window]")
{
    MainWindowBench bench;
    const Matrix recorded = bench.map(kDecoderHead).whole(MapKind::kWeights);
    const QString file = bench.exported("sentence.safetensors");
    bench.workspace.setNotice(std::nullopt);
    bench.window.open(file);
    REQUIRE(bench.wait([&] { return bench.workspace.notice().has_value(); }));
    CHECK_FALSE(bench.workspace.notice()->error);
    CHECK(bench.workspace.model() == nullptr);
    CHECK(bench.map(kDecoderHead).whole(MapKind::kWeights) == recorded);

    // What was read stands in the sentence's place, also when the document is of something else.
    const SentenceEdit& sentence = *bench.window.input().sentence();
    CHECK(sentence.isReadOnly());
    CHECK(sentence.toPlainText() == QStringLiteral("5 9 14 3"));
    // Without a model nothing runs, and the picture stays.
    Document typed = bench.workspace.document();
    typed.text = QStringLiteral("7 8");
    bench.workspace.apply(typed, {});
    headlight::test::settle(60);
    CHECK(bench.map(kDecoderHead).whole(MapKind::kWeights) == recorded);
    bench.window.openModel(kModel);
    REQUIRE(bench.wait([&] { return bench.ready(2); }));
    CHECK_FALSE(sentence.isReadOnly());
    CHECK(sentence.toPlainText() == QStringLiteral("7 8"));

    bench.window.open(bench.folder.filePath(QStringLiteral("window.ini")));
    REQUIRE(bench.wait([&] { return bench.workspace.notice().has_value(); }));
    CHECK(bench.workspace.notice()->error);
    CHECK(bench.workspace.model() != nullptr);
}

TEST_CASE("window: a failed export says what to do", "[window]")
{
    MainWindowBench bench;
    bench.window.exports().write(QStringLiteral("/proc/nothing/here/head.png"));
    REQUIRE(bench.wait([&] { return !bench.bar("noticeBar").isHidden(); }));
    CHECK(bench.workspace.notice()->error);
    CHECK_FALSE(bench.workspace.notice()->advice.isEmpty());
    CHECK_FALSE(bench.bar("noticeBar").isLeaving());
}

TEST_CASE("window: a folder dropped on it is opened, a wrong one is a notice", "[window]")
{
    MainWindowBench bench;
    const auto drop = [&](const QString& path) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        // Qt accepts a drop only where the drag has entered before.
        QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&bench.window, &enter);
        CHECK(enter.isAccepted());
        QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&bench.window, &event);
    };
    const auto before = bench.workspace.model();
    drop(bench.folder.path());
    REQUIRE(bench.wait([&] { return bench.workspace.notice().has_value(); }));
    CHECK(bench.workspace.model() == before);
    drop(kModel);
    REQUIRE(bench.wait([&] { return bench.workspace.model() != before; }));
    CHECK_FALSE(bench.workspace.notice().has_value());
}

TEST_CASE("window: what was left is there at the next start", "[window]")
{
    MainWindowBench bench;
    DockArea& views = bench.window.views();
    QAction* heads = nullptr;
    for (QAction* action : views.viewActions())
        if (action->objectName() == QStringLiteral("view.heads"))
            heads = action;
    REQUIRE(heads != nullptr);
    headlight::test::settle();
    if (heads->isChecked() && views.view(view_ids::kHeads)->isVisible())
        heads->trigger();
    REQUIRE_FALSE(heads->isChecked());
    bench.window.close();
    CHECK(kLastText.of(bench.settings) == QStringLiteral("5 9 14 3"));
    CHECK(kLastModel.of(bench.settings) == kModel);

    Workspace workspace;
    Focus focus;
    RunController runs(workspace);
    MainWindow again(ViewContext{workspace, focus, bench.settings}, runs, bench.theme);
    again.show();
    again.start();
    headlight::test::settle();
    CHECK(again.input().sentence()->toPlainText() == QStringLiteral("5 9 14 3"));
    CHECK_FALSE(again.views().view(view_ids::kHeads)->isVisible());
    REQUIRE(bench.wait([&] { return workspace.model() != nullptr; }));
}

TEST_CASE("window: no two actions of the menus share a shortcut, and every control has a name", "[window]")
{
    MainWindowBench bench;
    QMap<QString, QString> seen;
    for (const QAction* title : bench.window.menuBar()->actions()) {
        for (const QAction* action : title->menu()->actions()) {
            for (const QKeySequence& key : action->shortcuts()) {
                INFO(key.toString().toStdString() << " in " << action->text().toStdString());
                CHECK((!seen.contains(key.toString()) || seen[key.toString()] == action->text()));
                seen[key.toString()] = action->text();
            }
        }
    }
    CHECK(seen.size() > 15);
    for (const QWidget* widget : {static_cast<QWidget*>(bench.window.input().sentence()),
                                  static_cast<QWidget*>(bench.window.input().target())})
        CHECK_FALSE(widget->accessibleName().isEmpty());
}

TEST_CASE("window: where the built-in model stands in for one that cannot be opened, the window says why",
          "[window]")
{
    QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("window.ini")));
    Theme theme;
    Workspace workspace;
    Focus focus;
    RunController runs{workspace};
    MainWindow window{ViewContext{workspace, focus, settings}, runs, theme};
    window.show();
    window.start(folder.path()); // contains no model
    REQUIRE(MainWindowBench::wait(
        [&] { return workspace.model() != nullptr && workspace.snapshot()->finished; }));
    REQUIRE(workspace.notice().has_value());
    CHECK(workspace.notice()->error);
    CHECK(workspace.notice()->text.contains(folder.path()));
    CHECK(window.findChild<MessageBar*>(QStringLiteral("noticeBar"))->isVisible());
}

TEST_CASE("window: Space presses a focused button beside the heatmap, and pins no row", "[window]")
{
    MainWindowBench bench;
    Focus& focus = bench.focus;
    bench.window.activateWindow();
    REQUIRE(focus.map() == MapKind::kWeights);
    focus.setHover({1, 1});
    QToolButton* mask = nullptr;
    for (auto* const button : bench.window.views().centre()->findChildren<QToolButton*>())
        if (button->objectName() == QStringLiteral("stage.mask"))
            mask = button;
    REQUIRE(mask != nullptr);
    const auto press = [&](QWidget* widget) {
        widget->setFocus();
        REQUIRE(QTest::qWaitFor([&] { return widget->hasFocus(); }, 5000));
        QTest::keyClick(widget, Qt::Key_Space);
    };
    press(mask);
    CHECK(focus.map() == MapKind::kMask);
    CHECK(focus.pin().empty());
    // In the heatmap itself the key pins.
    press(bench.window.views().centre());
    CHECK(focus.pin() == Cell{1, std::nullopt});
}

TEST_CASE("window: Esc ends the painting of a mask before it unpins", "[window]")
{
    MainWindowBench bench;
    bench.window.activateWindow();
    auto* const painter = bench.window.findChild<MaskPainter*>();
    REQUIRE(painter != nullptr);
    bench.focus.setPin({1, std::nullopt});
    painter->setOn(true);
    QWidget* const heatmap = bench.window.views().centre();
    heatmap->setFocus();
    REQUIRE(QTest::qWaitFor([&] { return heatmap->hasFocus(); }, 5000));
    QTest::keyClick(heatmap, Qt::Key_Escape);
    CHECK_FALSE(painter->isOn());
    CHECK(bench.focus.pin() == Cell{1, std::nullopt});
    QTest::keyClick(heatmap, Qt::Key_Escape);
    CHECK(bench.focus.pin().empty());
}

TEST_CASE("window: a model name of 300,000 characters in a trace file leaves the window as it is",
          "[window][faults]")
{
    MainWindowBench bench;
    const QString path = bench.folder.filePath(QStringLiteral("long.safetensors"));
    const std::vector<float> weights{1.0F, 0.0F, 0.5F, 0.5F};
    const std::string word(300'000, 'W');
    const std::vector<TensorToWrite> tensors{floatTensor("decoder.0.self.weights", {1, 2, 2}, weights)};
    REQUIRE(writeSafetensors(path.toStdString(), tensors,
                             {{"format", "headlight-trace"},
                              {"version", "1"},
                              {"model", word},
                              {"tokens", "[\"" + word + "\",\"b\"]"}}));
    const QSize before = bench.window.size();
    bench.window.start(path);
    REQUIRE(MainWindowBench::wait([&] {
        return QString::fromStdString(bench.workspace.shownTrace().info().model).startsWith(QLatin1Char('W'));
    }));
    headlight::test::settle(100);
    CHECK(bench.window.minimumSizeHint().width() <= 1024);
    CHECK(bench.window.size() == before);
    CHECK(bench.workspace.notice()->text.size() < 1000);
}

TEST_CASE("window: the Edit menu takes the lines as token ids, which models without a tokenizer always do",
          "[window]")
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};
    kLastText.set(settings, QStringLiteral("the black cat"));
    test::WindowStart start(settings);
    QAction* const ids = start.action("edit.typeIds");
    REQUIRE(ids != nullptr);
    start.window.start(QString::fromUtf8(test::kSourceRoot) + QStringLiteral("/resources/models/en-fr"));
    REQUIRE(start.wait([&] {
        const Snapshot& now = *start.workspace.snapshot();
        return now.finished && !now.trace.isNull() && !start.workspace.isRunning();
    }));
    CHECK(ids->isEnabled());
    CHECK_FALSE(ids->isChecked());

    const std::size_t tokens = start.workspace.snapshot()->trace.tokens(StackKind::kEncoder).size();
    ids->trigger();
    CHECK(start.workspace.document().ids);
    CHECK(start.window.input().sentence()->toPlainText().contains(
        QRegularExpression(QStringLiteral("^[0-9 ]+$"))));
    REQUIRE(start.wait([&] { return start.ready(tokens); }));
    start.workspace.undoStack().undo();
    CHECK_FALSE(ids->isChecked());
    CHECK(start.window.input().sentence()->toPlainText() == QStringLiteral("the black cat"));

    MainWindowBench other;
    auto* const always = other.window.findChild<QAction*>(QStringLiteral("edit.typeIds"));
    CHECK_FALSE(always->isEnabled());
    CHECK(always->isChecked());
}

TEST_CASE("window: a model without a tokenizer begins with ids where the last text is none of theirs",
          "[window]")
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};
    kLastText.set(settings, QStringLiteral("the black cat"));
    test::WindowStart start(settings);
    start.window.start(kModel);
    REQUIRE(start.wait([&] { return start.ready(8); }));
    CHECK(start.window.input().sentence()->toPlainText() == QStringLiteral("1 2 3 4 5 6 7 8"));
    CHECK_FALSE(start.workspace.notice());
    CHECK_FALSE(start.workspace.undoStack().canUndo());
}

TEST_CASE("window: a model without a tokenizer begins with ids although a result is kept for comparison",
          "[window]")
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("window.ini"))};
    kLastText.set(settings, QStringLiteral("the black cat"));
    test::WindowStart start(settings);
    const auto result = testing::syntheticSnapshot();
    start.workspace.keep(
        std::make_shared<KeptResult>(KeptResult{result, result->trace, {}, QStringLiteral("A")}));
    start.window.start(kModel);
    REQUIRE(start.wait([&] { return start.ready(8); }));
    CHECK(start.window.input().sentence()->toPlainText() == QStringLiteral("1 2 3 4 5 6 7 8"));
    CHECK(start.workspace.kept() != nullptr);
    CHECK_FALSE(start.workspace.notice());
    // Nor do the ids stay where a sentence can be read.
    start.window.openModel(QString::fromStdString(builtinModelFolder("en-fr")->string()));
    REQUIRE(start.wait([&] { return !start.runs.opener().isOpening(); }));
    CHECK(start.window.input().sentence()->toPlainText().startsWith(QStringLiteral("The ")));
    CHECK(start.workspace.kept() != nullptr);
}
