#include "ui/window/bars/parity_badge.h"

#include "tests/support/catch.h"
#include "tests/support/paths.h"
#include "tests/support/probe_files.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/window_bench.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>

#include <filesystem>
#include <string>

using namespace headlight;
using headlight::test::WindowBench;
using headlight::test::WindowStart;

namespace {

/// A window with a model folder, waiting until the check is over.
struct CheckedWindow
{
    WindowBench bench;
    WindowStart start{bench.settings};
    ParityBadge& badge{*start.window.findChild<ParityBadge*>()};

    explicit CheckedWindow(const std::filesystem::path& folder)
    {
        start.window.start(QString::fromStdString(folder.string()));
        REQUIRE(WindowStart::wait([this] {
            return badge.checker().state() != ParityChecker::State::kNothing
                && badge.checker().state() != ParityChecker::State::kChecking;
        }));
    }
};

} // namespace

TEST_CASE("parity badge: a built-in model agrees with its reference", "[window][parity]")
{
    const CheckedWindow window(test::builtInFolder("en-gpt"));
    CHECK(window.badge.checker().state() == ParityChecker::State::kChecked);
    INFO(window.badge.text().toStdString());
    CHECK(window.badge.text().startsWith(QStringLiteral("agrees with the reference to ")));
    CHECK(window.badge.toolTip().contains(QStringLiteral("attention weights")));
    CHECK(window.badge.toolTip().contains(QStringLiteral("PyTorch")));
    CHECK_FALSE(window.badge.isHidden());
    CHECK(window.badge.banner().isHidden());
}

TEST_CASE("parity badge: a bar names what differs, where, and by how much", "[window][parity]")
{
    const test::TemporaryFolder folder;
    test::linkModel(test::builtInFolder("en-gpt"), folder / "model");
    test::ProbeDraft draft(test::builtInFolder("en-gpt") / kProbeFile);
    const auto& shape = draft.parts.at("decoder.1.self.weights").shape;
    draft.setNumber("decoder.1.self.weights", static_cast<std::size_t>((2 * shape[1] + 3) * shape[2] + 1),
                    0.75F);
    draft.write(folder / "model" / kProbeFile);
    CheckedWindow window(folder / "model");
    CHECK(window.badge.text() == QStringLiteral("differs from the reference"));
    CHECK_FALSE(window.badge.banner().isHidden());
    const QString says = window.badge.banner().text();
    INFO(says.toStdString());
    CHECK(says.contains(QStringLiteral("attention weights by up to ")));
    CHECK(says.contains(QStringLiteral("decoder.1.self.weights, head 2, query 3, key 1")));
    CHECK_FALSE(says.contains(QStringLiteral("logits")));
    // It disappears with the model.
    window.start.window.openModel(QString::fromStdString(test::builtInFolder("en-gpt").string()));
    CHECK(WindowStart::wait([&] { return window.badge.text().startsWith(QStringLiteral("agrees")); }));
    CHECK(window.badge.banner().isHidden());
}

TEST_CASE("parity badge: a folder without a reference says how one is made", "[window][parity]")
{
    CheckedWindow window(std::filesystem::path(test::kTestData) / "models/paper-transformer");
    CHECK(window.badge.checker().state() == ParityChecker::State::kNoReference);
    CHECK(window.badge.text() == QStringLiteral("not checked"));
    CHECK(window.badge.banner().isHidden());
    CHECK_FALSE(window.badge.menu()->findChild<QAction*>(QStringLiteral("checkParity"))->isEnabled());
    window.badge.menu()->findChild<QAction*>(QStringLiteral("makeReference"))->trigger();
    auto* const dialog = window.start.window.findChild<QDialog*>(QStringLiteral("probeRecipe"));
    REQUIRE(dialog != nullptr);
    CHECK(dialog->isVisible());
    const QString recipe = dialog->findChild<QPlainTextEdit*>()->toPlainText();
    CHECK(recipe.contains(QStringLiteral("headlight_probe.py")));
    CHECK(recipe.contains(QStringLiteral("models/paper-transformer'")));
    dialog->close();
}

TEST_CASE("parity badge: a damaged reference is said, with the file's fault", "[window][parity]")
{
    const test::TemporaryFolder folder;
    test::linkModel(test::builtInFolder("en-gpt"), folder / "model");
    folder.write("model/headlight-probe.safetensors", "no tensors");
    CheckedWindow window(folder / "model");
    CHECK(window.badge.checker().state() == ParityChecker::State::kFailed);
    CHECK(window.badge.text() == QStringLiteral("not checked"));
    CHECK_FALSE(window.badge.banner().isHidden());
    CHECK(window.badge.toolTip().contains(QString::fromLatin1(kProbeFile)));
    // After fixing the folder, the menu can check it again.
    std::filesystem::remove(folder / "model" / kProbeFile);
    std::filesystem::copy_file(test::builtInFolder("en-gpt") / kProbeFile, folder / "model" / kProbeFile);
    window.badge.menu()->findChild<QAction*>(QStringLiteral("checkParity"))->trigger();
    CHECK(WindowStart::wait([&] { return window.badge.text().startsWith(QStringLiteral("agrees")); }));
    CHECK(window.badge.banner().isHidden());
}
