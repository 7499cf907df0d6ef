#include "ui/dialogs/import_dialog.h"

#include "tests/support/catch.h"
#include "tests/support/npy_bytes.h"
#include "tests/support/settle.h"
#include "ui/run/opener.h"
#include "ui/run/run_controller.h"
#include "ui/state/focus.h"
#include "ui/state/settings.h"
#include "ui/state/snapshot.h"
#include "ui/state/workspace.h"
#include "ui/widgets/command_actions.h"
#include "ui/window/actions/file_actions.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <string>

using namespace headlight;

namespace {

struct ImportBench
{
    QTemporaryDir folder;
    Settings settings{folder.filePath(QStringLiteral("import.ini"))};
    Workspace workspace;
    Focus focus;
    RunController runs{workspace};
    QWidget window;
    CommandActions commands{&window};
    FileActions files{ViewContext{workspace, focus, settings}, commands, runs, &window};

    ImportBench() { window.show(); }
    QString write(const QString& name, const std::string& bytes) const
    {
        QFile file(folder.filePath(name));
        REQUIRE(file.open(QIODevice::WriteOnly));
        file.write(bytes.data(), static_cast<qint64>(bytes.size()));
        return file.fileName();
    }
    static bool wait(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 60000); }
    ImportDialog* dialog() const { return window.findChild<ImportDialog*>(); }
    ImportDialog* waitDialog() const
    {
        REQUIRE(wait([this] { return dialog() != nullptr && dialog()->isVisible(); }));
        return dialog();
    }
    bool shows() const { return !workspace.snapshot()->trace.isNull(); }
};

QString labelText(const ImportDialog& dialog, const char* name)
{
    const auto* label = dialog.findChild<QLabel*>(QString::fromLatin1(name));
    return label != nullptr ? label->text() : QString();
}

} // namespace

TEST_CASE("import dialog: attention of another program is described before it is shown", "[import]")
{
    ImportBench bench;
    bench.files.open(
        bench.write(QStringLiteral("a.npy"),
                    test::npyBytes("<f4", "(1, 1, 2, 2)", test::floatBytes({1, 0, 0.25F, 0.5F}))));
    ImportDialog* dialog = bench.waitDialog();
    CHECK(labelText(*dialog, "importAttention")
          == QStringLiteral("decoder.self: 1 layer × 1 head × 2 queries × 2 keys (weights)"));
    CHECK(labelText(*dialog, "importTokens") == QStringLiteral("“0” “1”"));
    CHECK(labelText(*dialog, "importWarnings")
              .contains(QStringLiteral("holds weights that sum to 0.75, expected 1")));
    CHECK_FALSE(bench.shows());

    dialog->reject();
    headlight::test::settle(50);
    CHECK_FALSE(bench.shows());

    (void)bench.write(QStringLiteral("a.tokens.json"), R"(["cat","sat"])");
    bench.files.open(bench.folder.filePath(QStringLiteral("a.npy")));
    REQUIRE(ImportBench::wait([&] {
        const ImportDialog* now = bench.dialog();
        return now != nullptr && now->isVisible()
            && labelText(*now, "importTokens").contains(QStringLiteral("cat"));
    }));
    bench.dialog()->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Open)->click();
    REQUIRE(ImportBench::wait([&] { return bench.shows(); }));
    const Trace& trace = bench.workspace.snapshot()->trace;
    CHECK(trace.tokens(StackKind::kDecoder)[1].text == "sat");
    CHECK(trace.attention({StackKind::kDecoder, 0, AttentionKind::kSelf, 0}).at(MapKind::kWeights, 1, 1)
          == 0.5F);
}
