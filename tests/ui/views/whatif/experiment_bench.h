#pragma once

#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/view_bench.h"
#include "ui/figure/figure_export.h"
#include "ui/figure/plot_export.h"
#include "ui/run/run_controller.h"
#include "ui/state/experiment_board.h"
#include "ui/views/whatif/experiment_form.h"
#include "ui/views/whatif/experiment_view.h"

#include "core/model/builtin_model.h"
#include "core/model/model.h"
#include "core/run/experiment_numbers.h"

#include <QComboBox>
#include <QFile>
#include <QProcess>
#include <QTest>

#include <memory>
#include <string>

namespace headlight::testing {

/// A choice or a field, by its name for screen readers.
template <typename Widget>
Widget& partOf(const QWidget& of, const char* name)
{
    for (Widget* const each : of.findChildren<Widget*>())
        if (each->accessibleName() == QString::fromUtf8(name))
            return *each;
    FAIL(name);
    throw;
}

inline void clickPlace(ResultPlot& plot, int place)
{
    const QPoint at = plot.pixelOf(place).toPoint();
    QWidget* const target = plot.childAt(at);
    REQUIRE(target != nullptr);
    QTest::mouseClick(target, Qt::LeftButton, {}, target->mapFrom(&plot, at));
}

/// The Experiment view on a built-in model and a text.
struct ExperimentBench : ViewBench
{
    RunController runs{workspace};
    ExperimentBoard& board = ExperimentBoard::of(workspace);
    ExperimentView view{context};

    explicit ExperimentBench(const char* model, const QString& text)
    {
        workspace.setModel(loadModel(builtinModelFolder(model).value(), {}, {}).value());
        Document next = workspace.document();
        next.text = text;
        next.decoding.maxNewTokens = 12;
        workspace.apply(next, {});
        view.resize(1000, 640);
        view.show();
        settle();
    }
    void settle()
    {
        turn();
        REQUIRE(QTest::qWaitFor([this] { return runs.isSettled() && !board.isRunning(); }, 60000));
        turn();
    }
    QString fileWith(const QByteArray& text, const QString& name)
    {
        QFile file(folder.filePath(name));
        REQUIRE(file.open(QIODevice::WriteOnly));
        file.write(text);
        return file.fileName();
    }
    /// A choice or a field of the form.
    template <typename Widget>
    Widget& part(const char* name)
    {
        return partOf<Widget>(view.form(), name);
    }
    /// Chooses the whole text as inputs.
    void takeText() const
    {
        auto& inputs = view.form().inputs();
        inputs.setCurrentIndex(1);
        emit inputs.activated(1);
    }
    void choose(const char* name, const char* value)
    {
        auto& choice = part<QComboBox>(name);
        const int index = choice.findData(QString::fromLatin1(value));
        INFO(name << " " << value);
        REQUIRE(index >= 0);
        choice.setCurrentIndex(index);
        emit choice.activated(index);
    }
    std::shared_ptr<const ExperimentResult> run()
    {
        view.start();
        INFO(view.form().fault().toStdString());
        REQUIRE(board.isRunning());
        settle();
        INFO(board.failure().toStdString());
        REQUIRE(board.failure().isEmpty());
        REQUIRE(view.shown() != nullptr);
        return view.shown();
    }
    /// What a command line prints.
    static std::string shell(const std::string& command)
    {
        const std::string line
            = std::string(R"(headlight() { ")") + headlight::test::kProgram + R"(" "$@"; } && )" + command;
        QProcess shell;
        shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QString::fromStdString(line)});
        REQUIRE(shell.waitForFinished(120000));
        INFO(line << "\n" << shell.readAllStandardError().toStdString());
        REQUIRE(shell.exitCode() == 0);
        return shell.readAllStandardOutput().toStdString();
    }
    ExperimentTable printed() const
    {
        return experimentTable(shell(view.command().toStdString() + " --json"), "output").value();
    }
    /// Saves a plot as the window does, and has the copied command draw it.
    void drawsTheSame(const ResultPlot& plot)
    {
        const QString drawn = folder.filePath(QStringLiteral("window.svg"));
        const QString printed = folder.filePath(QStringLiteral("command.svg"));
        const QString command = view.plotCommand(plot, printed);
        REQUIRE(exportFigure(plotFigure(plot), {}, drawn, command));
        shell(command.toStdString());
        QFile one(drawn), other(printed);
        REQUIRE(one.open(QIODevice::ReadOnly));
        REQUIRE(other.open(QIODevice::ReadOnly));
        const QByteArray bytes = one.readAll();
        CHECK(bytes.size() > 1000);
        CHECK(bytes == other.readAll());
    }
};

inline void checkSame(const ExperimentTable& found, const ExperimentTable& expected)
{
    REQUIRE(found.rows.size() == expected.rows.size());
    CHECK(found.metric == expected.metric);
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
        INFO(found.rows[i].name);
        CHECK(found.rows[i].name == expected.rows[i].name);
        CHECK(found.rows[i].mean.mean == expected.rows[i].mean.mean);
        CHECK(found.rows[i].mean.error == expected.rows[i].mean.error);
        CHECK(found.rows[i].each == expected.rows[i].each);
    }
}

} // namespace headlight::testing
